import { io, type Socket } from 'socket.io-client'
import {
  CLI_NAMESPACE,
  type CliMachineBody,
  type CliSessionBody,
  SOCKET_PATH,
  type UpdateEnvelope,
} from '../contract/cli-plane.ts'
import { Machine } from '../contract/machine.ts'
import { Session } from '../contract/session.ts'

export type RpcHandler = (params: unknown) => unknown
/** Answers `update` events; what it returns is sent as the acknowledgement where one is asked for. */
export type UpdateHandler = (update: UpdateEnvelope) => unknown

/**
 * One connected socket of the CLI plane, bound to a session or a machine. RPC handlers are registered
 * again on every reconnect, as the public CLI does.
 */
export class CliSocket {
  readonly scopeId: string
  readonly socket: Socket
  readonly #handlers = new Map<string, RpcHandler>()
  readonly #errors: unknown[] = []
  #onUpdate: UpdateHandler = () => undefined

  constructor(socket: Socket, scopeId: string) {
    this.socket = socket
    this.scopeId = scopeId
    socket.on('connect', () => {
      for (const method of this.#handlers.keys()) this.#register(method)
    })
    socket.on(
      'rpc-request',
      async (request: { method: string; params: string }, ack?: (r: unknown) => void) => {
        ack?.(await this.#answer(request))
      },
    )
    socket.on('update', async (update: UpdateEnvelope, ack?: (r: unknown) => void) => {
      const result = await this.#onUpdate(update)
      if (typeof ack === 'function') ack(result)
    })
    socket.on('error', (error: unknown) => this.#errors.push(error))
  }

  /** `error` events the hub sent to this socket. */
  get errors(): readonly unknown[] {
    return this.#errors
  }

  /** Serves `<scope id>:<method>`; the result goes back as a JSON string, a thrown error as `{ error }`. */
  handle(method: string, handler: RpcHandler): void {
    this.#handlers.set(method, handler)
    if (this.socket.connected) this.#register(method)
  }

  onUpdate(handler: UpdateHandler): void {
    this.#onUpdate = handler
  }

  emit(event: string, payload: unknown): void {
    this.socket.emit(event, payload)
  }

  /** Emits and waits for the hub's acknowledgement. Because the hub handles a socket's events in order,
   * `request('ping')` also means that everything emitted before has been handled. */
  request(event: string, payload?: unknown): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    if (payload === undefined) this.socket.emit(event, resolve)
    else this.socket.emit(event, payload, resolve)
    return promise
  }

  close(): void {
    this.socket.disconnect()
  }

  #register(method: string): void {
    this.socket.emit('rpc-register', { method: `${this.scopeId}:${method}` })
  }

  async #answer(request: { method: string; params: string }): Promise<string | null> {
    const handler = this.#handlers.get(request.method.slice(this.scopeId.length + 1))
    if (!handler) return JSON.stringify({ error: 'Method not found' })
    try {
      const result = await handler(JSON.parse(request.params))
      return result === undefined ? null : JSON.stringify(result)
    } catch (error) {
      return JSON.stringify({ error: (error as Error).message })
    }
  }
}

/** A client of the CLI plane: what an agent's command line or a machine's runner says to a hub. */
export class CliClient {
  readonly #url: string
  readonly #token: string
  readonly #extraHeaders: Record<string, string>

  /** @param options `extraHeaders` go with every request and every socket, for a proxy before the hub */
  constructor(options: { url: string; token: string; extraHeaders?: Record<string, string> }) {
    this.#url = options.url
    this.#token = options.token
    this.#extraHeaders = options.extraHeaders ?? {}
  }

  async createSession(body: CliSessionBody): Promise<Session> {
    const answer = (await this.#http('POST', '/cli/sessions', body)) as { session: unknown }
    return Session.parse(answer.session)
  }

  async getSession(id: string): Promise<Session> {
    const answer = (await this.#http('GET', `/cli/sessions/${encodeURIComponent(id)}`)) as {
      session: unknown
    }
    return Session.parse(answer.session)
  }

  async upsertMachine(body: CliMachineBody): Promise<Machine> {
    const answer = (await this.#http('POST', '/cli/machines', body)) as { machine: unknown }
    return Machine.parse(answer.machine)
  }

  connectSession(sessionId: string): Promise<CliSocket> {
    return this.#connect({ clientType: 'session-scoped', sessionId }, sessionId)
  }

  connectMachine(machineId: string): Promise<CliSocket> {
    return this.#connect({ clientType: 'machine-scoped', machineId }, machineId)
  }

  /** @throws with the hub's reason when the first connection is refused. */
  async #connect(auth: Record<string, string>, scopeId: string): Promise<CliSocket> {
    const socket = io(this.#url + CLI_NAMESPACE, {
      path: SOCKET_PATH,
      auth: { token: this.#token, ...auth },
      extraHeaders: this.#extraHeaders,
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
    })
    const client = new CliSocket(socket, scopeId)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
    socket.connect()
    try {
      await promise
    } catch (error) {
      socket.disconnect()
      throw error
    }
    socket.off('connect_error', reject)
    return client
  }

  async #http(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...this.#extraHeaders,
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
}
