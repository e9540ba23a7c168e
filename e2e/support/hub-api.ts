/** What the person does elsewhere: a second client of the hub, over plain HTTP. */
export class HubApi {
  readonly #origin: string
  readonly #jwt: string

  private constructor(origin: string, jwt: string) {
    this.#origin = origin
    this.#jwt = jwt
  }

  static async signIn(origin: string, accessToken: string): Promise<HubApi> {
    const response = await fetch(`${origin}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken }),
    })
    const { token } = (await response.json()) as { token: string }
    return new HubApi(origin, token)
  }

  /** Starts an agent on the simulated machine; resolves to its session, named so that it can be found. */
  async startSession(name: string, agent = 'claude'): Promise<string> {
    const directory = '/home/alex/projects/shop'
    const answer = await this.#call<{ sessionId: string }>('POST', '/api/machines/demo-machine/spawn', {
      directory,
      agent,
    })
    await this.#call('PATCH', `/api/sessions/${answer.sessionId}`, { name })
    return answer.sessionId
  }

  async renameSession(sessionId: string, name: string): Promise<void> {
    await this.#call('PATCH', `/api/sessions/${sessionId}`, { name })
  }

  async send(sessionId: string, text: string): Promise<void> {
    const body = { text, localId: crypto.randomUUID() }
    await this.#call('POST', `/api/sessions/${sessionId}/messages`, body)
  }

  /** A phone's companion app registers, as it does right after it was paired; resolves to the key it made. */
  async registerPhone(deviceId: string): Promise<Uint8Array<ArrayBuffer>> {
    const key = crypto.getRandomValues(new Uint8Array(32))
    const pushKey = Buffer.from(key).toString('base64')
    await this.#call('POST', '/api/devices/register', {
      platform: 'phone',
      deviceId,
      token: `token-of-${deviceId}`,
      pushKey,
    })
    return key
  }

  /** When somebody last signed in with each of the browsers the hub knows; null: it only went on being signed in. */
  async signIns(): Promise<Record<number, number | null>> {
    interface Answer {
      browsers: { id: number; signedInAt: number | null }[]
    }
    const { browsers } = await this.#call<Answer>('GET', '/api/pairing/browsers')
    return Object.fromEntries(browsers.map(({ id, signedInAt }) => [id, signedInAt]))
  }

  async setHubSettings(change: Record<string, boolean>): Promise<void> {
    await this.#call('PUT', '/api/hub-settings', change)
  }

  /** Who reaches the hub from its next start on. */
  async setNetwork(change: { listenHost?: string; publicUrl?: string | null }): Promise<void> {
    await this.#call('PUT', '/api/owner/network', change)
  }

  /** The newest messages as text, to look into. */
  async messages(sessionId: string): Promise<string> {
    return JSON.stringify(await this.#call('GET', `/api/sessions/${sessionId}/messages?limit=200`))
  }

  /** What the session's agent waits for; undefined when that is nothing. */
  async pendingRequest(sessionId: string): Promise<string | undefined> {
    interface Answer {
      session: { agentState: { requests?: Record<string, unknown> } | null }
    }
    const { session } = await this.#call<Answer>('GET', `/api/sessions/${sessionId}`)
    return Object.keys(session.agentState?.requests ?? {})[0]
  }

  async #call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.#origin + path, {
      method,
      headers: { authorization: `Bearer ${this.#jwt}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
}
