import { io, type Socket } from 'socket.io-client'

const TEXT = 'The quick brown fox jumps over the lazy dog while the agent explains what it did and why. '

/** An agent message of about 1.4 kB, as a coding agent writes them. */
export const agentMessage = (index: number) => ({
  role: 'agent',
  content: {
    type: 'output',
    data: {
      type: 'assistant',
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      message: {
        id: `msg_${index}`,
        role: 'assistant',
        model: 'bench-model',
        usage: { input_tokens: 900, output_tokens: 120, cache_read_input_tokens: 8000 },
        content: [{ type: 'text', text: `#${index} ${TEXT.repeat(12)}` }],
      },
    },
  },
  meta: { sentFrom: 'cli' },
})

/** The agent side of the seeded hub: creates sessions and speaks on one socket. */
export class BenchAgent {
  readonly #origin: string
  readonly #token: string

  constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  async createSession(index: number): Promise<string> {
    const response = await fetch(`${this.#origin}/cli/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        tag: `bench-${index}`,
        metadata: {
          path: `/home/bench/project-${index}`,
          host: 'bench',
          flavor: 'claude',
          name: `Session ${index}`,
        },
        agentState: {},
      }),
    })
    return ((await response.json()) as { session: { id: string } }).session.id
  }

  async connect(sessionId: string): Promise<Socket> {
    const socket = io(`${this.#origin}/cli`, {
      path: '/socket.io/',
      auth: { token: this.#token, clientType: 'session-scoped', sessionId },
      transports: ['websocket'],
      forceNew: true,
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
    await promise
    socket.emit('session-alive', { sid: sessionId, time: Date.now(), thinking: false, mode: 'remote' })
    return socket
  }

  /** Takes uploads from now on and throws them away. */
  async serveUploads(socket: Socket, sessionId: string): Promise<void> {
    socket.emit('rpc-register', { method: `${sessionId}:uploadFile` })
    socket.on('rpc-request', (_request: unknown, answer: (text: string) => void) =>
      answer('{"success":true,"path":"/bench"}'),
    )
    await barrier(socket)
  }

  /** Sends `count` messages and waits until the hub has taken the last one in. */
  async ingest(socket: Socket, sessionId: string, count: number, from = 0): Promise<number> {
    for (let i = 0; i < count; i++) {
      socket.emit('message', { sid: sessionId, message: agentMessage(from + i) })
      // The hub handles a socket's events in order, so an answered ping means all before it are in.
      if (i % 500 === 499) await barrier(socket)
    }
    await barrier(socket)
    return count
  }
}

const barrier = (socket: Socket) => new Promise<void>((resolve) => socket.emit('ping', resolve))
