import { io, type Socket } from 'socket.io-client'
import {
  CLI_NAMESPACE,
  type DeliveredMessage,
  SESSION_RPC,
  SOCKET_PATH,
  type UpdateEnvelope,
} from '../../contract/cli-plane.ts'

interface Hub {
  origin: string
  token: string
}

interface RpcRequest {
  method: string
  params: string
}

/** An agent that does just what a test says: for what the simulated ones never would. */
export class BareAgent {
  readonly #socket: Socket
  readonly #sid: string
  /** What people wrote to it, by its text; a promise where a test was there first. */
  readonly #prompts = new Map<string, PromiseWithResolvers<DeliveredMessage>>()
  readonly #decision = Promise.withResolvers<unknown>()
  #stateVersion: number

  private constructor(socket: Socket, sid: string, stateVersion: number) {
    this.#socket = socket
    this.#sid = sid
    this.#stateVersion = stateVersion
    for (const method of [SESSION_RPC.permission, SESSION_RPC.switch]) {
      socket.emit('rpc-register', { method: `${sid}:${method}` })
    }
    socket.on('rpc-request', async (request: RpcRequest, ack: (answer: null) => void) => {
      await this.#onRequest(request)
      ack(null)
    })
    socket.on('update', (update: UpdateEnvelope, ack?: (answer: object) => void) => {
      this.#onUpdate(update, ack)
    })
  }

  /** Begins a running session of this name; `place` is more of its metadata. */
  static async start(
    { origin, token }: Hub,
    name: string,
    place: Record<string, unknown> = {},
  ): Promise<BareAgent> {
    const metadata = { path: '/home/alex/projects/shop', host: 'bare', name, flavor: 'claude', ...place }
    const response = await fetch(`${origin}/cli/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tag: crypto.randomUUID(), metadata, agentState: null }),
    })
    const { session } = (await response.json()) as { session: { id: string; agentStateVersion: number } }
    const socket = io(origin + CLI_NAMESPACE, {
      path: SOCKET_PATH,
      auth: { token, clientType: 'session-scoped', sessionId: session.id },
      transports: ['websocket'],
      forceNew: true,
    })
    const agent = new BareAgent(socket, session.id, session.agentStateVersion)
    socket.emit('session-alive', { sid: session.id, time: Date.now(), thinking: false })
    await socket.emitWithAck('ping')
    return agent
  }

  get sessionId(): string {
    return this.#sid
  }

  /** Begins to think, or stops. */
  async think(thinking: boolean): Promise<void> {
    this.#socket.emit('session-alive', { sid: this.#sid, time: Date.now(), thinking })
    await this.#socket.emitWithAck('ping')
  }

  async say(text: string): Promise<void> {
    await this.tell({ type: 'message', message: text })
  }

  /** Says anything of the family `codex`. */
  async tell(data: object): Promise<void> {
    const content = { type: 'codex', data }
    this.#socket.emit('message', { sid: this.#sid, message: { role: 'agent', content } })
    await this.#socket.emitWithAck('ping')
  }

  /** Uses a tool; without a result it is still at it. */
  async use(name: string, input: unknown, result?: unknown, isError = false): Promise<void> {
    const callId = crypto.randomUUID()
    const calls: object[] = [{ type: 'tool-call', callId, name, input }]
    if (result !== undefined)
      calls.push({ type: 'tool-call-result', callId, output: result, is_error: isError })
    for (const data of calls) {
      const message = { role: 'agent', content: { type: 'codex', data } }
      this.#socket.emit('message', { sid: this.#sid, message })
    }
    await this.#socket.emitWithAck('ping')
  }

  /** Asks for leave to use a tool, in place of what it asked before. */
  async ask(tool: string, input: unknown): Promise<void> {
    const request = { tool, arguments: input, createdAt: Date.now() }
    await this.#setState({ requests: { [crypto.randomUUID()]: request } })
  }

  /** The first answer to what it asked, as the hub passes it on; then it waits for nothing any more. */
  async decision(): Promise<unknown> {
    const decision = await this.#decision.promise
    await this.#setState({ requests: {} })
    return decision
  }

  /** Hears no answers any more. */
  async turnAway(): Promise<void> {
    this.#socket.emit('rpc-unregister', { method: `${this.#sid}:${SESSION_RPC.permission}` })
    await this.#socket.emitWithAck('ping')
  }

  /** Somebody sits down at its terminal, until a person takes over. */
  async useTerminal(): Promise<void> {
    await this.#setState({ controlledByUser: true })
  }

  /** Takes what a person wrote as its next work. */
  async take(text: string): Promise<void> {
    const { localId } = await this.#prompt(text).promise
    this.#socket.emit('messages-consumed', { sid: this.#sid, localIds: [localId] })
  }

  /** Gets what a person wrote, and cannot say what became of it. */
  async lose(text: string): Promise<void> {
    const { localId } = await this.#prompt(text).promise
    this.#socket.emit('messages-indeterminate', { sid: this.#sid, localIds: [localId] })
  }

  async #onRequest({ method, params }: RpcRequest): Promise<void> {
    if (method.endsWith(`:${SESSION_RPC.switch}`)) await this.#setState({ controlledByUser: false })
    else this.#decision.resolve(JSON.parse(params))
  }

  #onUpdate({ body }: UpdateEnvelope, ack?: (answer: object) => void): void {
    if (body.t === 'new-message') {
      const { content } = body.message.content as { content?: { text?: string } }
      this.#prompt(content?.text ?? '').resolve(body.message)
    }
    if (body.t === 'cancel-queued-message') ack?.({ removed: true })
    if (body.t === 'retry-queued-message') ack?.({ removed: false, accepted: true })
  }

  #prompt(text: string): PromiseWithResolvers<DeliveredMessage> {
    const prompt = this.#prompts.get(text) ?? Promise.withResolvers<DeliveredMessage>()
    this.#prompts.set(text, prompt)
    return prompt
  }

  async #setState(agentState: object): Promise<void> {
    const { version } = (await this.#socket.emitWithAck('update-state', {
      sid: this.#sid,
      expectedVersion: this.#stateVersion,
      agentState,
    })) as { version: number }
    this.#stateVersion = version
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.disconnect()
  }
}
