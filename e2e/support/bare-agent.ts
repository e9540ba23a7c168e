import { io, type Socket } from 'socket.io-client'
import { CLI_NAMESPACE, SOCKET_PATH } from '../../contract/cli-plane.ts'

interface Hub {
  origin: string
  token: string
}

/** An agent that does just what a test says: for what the simulated ones never would. */
export class BareAgent {
  readonly #socket: Socket
  readonly #sid: string
  #stateVersion: number

  private constructor(socket: Socket, sid: string, stateVersion: number) {
    this.#socket = socket
    this.#sid = sid
    this.#stateVersion = stateVersion
  }

  /** Begins a running session of this name. */
  static async start({ origin, token }: Hub, name: string): Promise<BareAgent> {
    const metadata = { path: '/home/alex/projects/shop', host: 'bare', name, flavor: 'claude' }
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
    socket.emit('session-alive', { sid: session.id, time: Date.now(), thinking: false })
    await socket.emitWithAck('ping')
    return new BareAgent(socket, session.id, session.agentStateVersion)
  }

  async say(text: string): Promise<void> {
    const content = { type: 'codex', data: { type: 'message', message: text } }
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
    const { version } = (await this.#socket.emitWithAck('update-state', {
      sid: this.#sid,
      expectedVersion: this.#stateVersion,
      agentState: { requests: { [crypto.randomUUID()]: request } },
    })) as { version: number }
    this.#stateVersion = version
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.disconnect()
  }
}
