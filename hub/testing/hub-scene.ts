import type { UpdateEnvelope } from '../../contract/cli-plane.ts'
import type { SyncEvent } from '../../contract/events.ts'
import type { DecryptedMessage } from '../../contract/message.ts'
import type { CliSocket, RpcHandler } from '../../demo/cli-client.ts'
import type { EventReader } from './event-reader.ts'
import { RecordedLog } from './recorded-log.ts'
import type { TestClient } from './test-client.ts'
import { TestHub, type TestHubOptions } from './test-hub.ts'

/** The namespace of everybody who must not see what is in `default`. */
export const FOREIGN = 'other'

export interface SessionOptions {
  namespace?: string
  tag?: string
  metadata?: object
  agentState?: object
}

export interface RpcCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into parameters of any shape
  params: any
}

/** A connected CLI or runner, with everything the hub sent and asked it. */
export class SceneSocket {
  readonly id: string
  readonly socket: CliSocket
  readonly updates: UpdateEnvelope[] = []
  readonly calls: RpcCall[] = []
  /** What `update` events that ask back are acknowledged with; undefined: not at all. */
  ack: unknown

  constructor(socket: CliSocket) {
    this.id = socket.scopeId
    this.socket = socket
    socket.socket.on('update', (update: UpdateEnvelope, ack?: (answer: unknown) => void) => {
      this.updates.push(update)
      if (typeof ack === 'function' && this.ack !== undefined) ack(this.ack)
    })
  }

  /** Answers a call and keeps its parameters; also waits until the hub knows the handler. */
  async serve(method: string, handler: RpcHandler): Promise<void> {
    this.socket.handle(method, (params) => {
      this.calls.push({ method, params })
      return handler(params)
    })
    await this.flush()
  }

  /** What the hub was told before is handled, and what it sent before has arrived. */
  async flush(): Promise<void> {
    await this.socket.request('ping')
  }

  /** Drops the connection and makes a new one, which hears everything from its first moment on. */
  async reconnect(): Promise<void> {
    const { socket } = this.socket
    socket.disconnect()
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve)
      socket.connect()
    })
    await this.flush()
  }

  async emit(event: string, payload: object): Promise<void> {
    this.socket.emit(event, payload)
    await this.flush()
  }

  /** Prompts as they were delivered: `localId` and text. */
  get prompts(): [string | null, string][] {
    return this.updates.flatMap(({ body }) =>
      body.t === 'new-message' ? [[body.message.localId, textOf(body.message.content)]] : [],
    )
  }
}

/** A session's agent: the socket with what every test tells the hub about it. */
export class SceneAgent extends SceneSocket {
  readonly #now: () => number

  constructor(socket: CliSocket, now: () => number) {
    super(socket)
    this.#now = now
  }

  alive(more: object = {}): Promise<void> {
    return this.emit('session-alive', { sid: this.id, time: this.#now(), ...more })
  }

  say(text: string, more: object = {}): Promise<void> {
    const message = { role: 'agent', content: { type: 'codex', data: { type: 'message', message: text } } }
    return this.emit('message', { sid: this.id, message, ...more })
  }

  consume(...localIds: string[]): Promise<void> {
    return this.emit('messages-consumed', { sid: this.id, localIds })
  }

  end(reason?: string): Promise<void> {
    return this.emit('session-end', { sid: this.id, time: this.#now(), ...(reason && { reason }) })
  }
}

/** A whole hub with a signed-in client, a stranger, and whatever agents, runners and streams a test opens. */
export class HubScene {
  readonly hub: TestHub
  readonly log: RecordedLog
  readonly api: TestClient
  readonly stranger: TestClient
  readonly #open: { close(): void }[] = []
  /** Its pin is turned to mark a point in the stream. */
  readonly #marker: string
  #marks = 0

  private constructor(parts: {
    hub: TestHub
    log: RecordedLog
    api: TestClient
    stranger: TestClient
    marker: string
  }) {
    this.hub = parts.hub
    this.log = parts.log
    this.api = parts.api
    this.stranger = parts.stranger
    this.#marker = parts.marker
  }

  static async open(options: TestHubOptions = {}): Promise<HubScene> {
    const log = new RecordedLog()
    const hub = await TestHub.start({ log, ...options })
    const marker = (await hub.cli().createSession({ tag: 'marker', metadata: { path: '/m', host: 'm' } })).id
    return new HubScene({ hub, log, api: await hub.client(), stranger: await hub.client(FOREIGN), marker })
  }

  get now(): number {
    return this.hub.clock.now()
  }

  /** A session whose agent never connected; its id. */
  async asleep({ namespace, metadata = {}, agentState = {}, tag }: SessionOptions = {}): Promise<string> {
    const session = await this.hub.cli(namespace).createSession({
      tag: tag ?? crypto.randomUUID(),
      metadata: { path: '/w', host: 'box', flavor: 'claude', lifecycleState: 'running', ...metadata },
      agentState,
    })
    return session.id
  }

  /** A session whose agent is connected and alive. */
  async session(options: SessionOptions = {}): Promise<SceneAgent> {
    const agent = await this.connect(await this.asleep(options), options.namespace)
    await agent.alive()
    return agent
  }

  /** One more CLI of a session. */
  async connect(id: string, namespace?: string): Promise<SceneAgent> {
    return this.keep(new SceneAgent(await this.hub.cli(namespace).connectSession(id), () => this.now))
  }

  /** A machine whose runner is connected and alive. */
  async runner(id = 'm', metadata: object = {}, namespace?: string): Promise<SceneSocket> {
    const cli = this.hub.cli(namespace)
    const body = { host: 'box', platform: 'linux', capabilities: ['agent-availability'], ...metadata }
    await cli.upsertMachine({ id, metadata: body })
    const runner = this.keep(new SceneSocket(await cli.connectMachine(id)))
    await runner.emit('machine-alive', { machineId: id, time: this.now })
    return runner
  }

  async events(query?: Record<string, string>, headers?: Record<string, string>): Promise<EventReader> {
    const reader = await this.api.events(query, headers)
    this.#open.push(reader)
    return reader
  }

  /** Every event of an `all=true` stream from frame `from` on that is due by now. */
  async settled(reader: EventReader, from = 1): Promise<SyncEvent[]> {
    this.#marks += 1
    const pinned = this.#marks % 2 === 1
    const start = reader.received.length
    await this.raw('PUT', `/api/sessions/${this.#marker}/pin`, { mode: pinned ? 'project' : 'none' })
    await reader.until(
      'session-updated',
      ({ sessionId, data }) => sessionId === this.#marker && (data as { pinned: boolean }).pinned === pinned,
      start,
    )
    return reader.received
      .slice(from)
      .map(({ event }) => event)
      .filter((event) => !('sessionId' in event && event.sessionId === this.#marker))
  }

  /** Status and body of any request of the client. */
  async raw(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const answer = await this.api.raw(method, path, body, headers)
    return { status: answer.status, body: answer.body }
  }

  async messages(id: string, query = ''): Promise<DecryptedMessage[]> {
    return (await this.raw('GET', `/api/sessions/${id}/messages${query}`)).body.messages
  }

  async detail(id: string) {
    return (await this.raw('GET', `/api/sessions/${id}`)).body.session
  }

  /** Ids of the listed sessions, the scene's own left out. */
  async listed(query = ''): Promise<string[]> {
    const { sessions } = (await this.raw('GET', `/api/sessions${query}`)).body as {
      sessions: { id: string }[]
    }
    return sessions.map(({ id }) => id).filter((id) => id !== this.#marker)
  }

  keep<Part extends SceneSocket>(part: Part): Part {
    this.#open.push(part.socket)
    return part
  }

  async close(): Promise<void> {
    for (const part of this.#open) part.close()
    await this.hub.close()
  }
}

/** The words of a user's row or prompt. */
export function textOf(content: unknown): string {
  return (content as { content?: { text?: string } })?.content?.text ?? ''
}
