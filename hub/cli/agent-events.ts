import type { z } from 'zod'
import type { SocketError } from '../../contract/cli-plane.ts'
import type { AgentSocket } from '../link/socket-server.ts'
import type { Log } from '../log.ts'

/** One event a socket sent, parsed. */
export interface EventCall<Payload> {
  socket: AgentSocket
  payload: Payload
  /** Acknowledges the event; does nothing when the sender asked for no acknowledgement. */
  reply(...args: unknown[]): void
}

export interface EventRule<Schema extends z.ZodType> {
  payload: Schema
  /** Acknowledged when the payload is malformed or the handler throws; without it such an event is dropped. */
  refusal?: unknown
  handle(call: EventCall<z.output<Schema>>): void
}

type Listener = (socket: AgentSocket, payload: unknown, reply: EventCall<unknown>['reply']) => void

/**
 * The table of events CLIs and runners send, shared by all their sockets. Payloads are parsed here, and
 * nothing that arrives over the wire can throw out of here (CLI-plane reference 4.3 and 5).
 */
export class AgentEvents {
  readonly #log: Log
  readonly #listeners = new Map<string, Listener>()
  readonly #failed = new Set<string>()

  constructor(log: Log) {
    this.#log = log
  }

  on<Schema extends z.ZodType>(event: string, { payload: schema, refusal, handle }: EventRule<Schema>): void {
    this.#listeners.set(event, (socket, payload, reply) => {
      const done = this.guard(event, () => {
        const parsed = schema.safeParse(payload)
        if (parsed.success) handle({ socket, payload: parsed.data, reply })
        return parsed.success
      })
      if (!done && refusal !== undefined) reply(refusal)
    })
  }

  /** Hears every event of the socket; names without a rule are ignored. */
  attach(socket: AgentSocket): void {
    socket.onAny((event: string, ...args: unknown[]) => {
      const listener = this.#listeners.get(event)
      if (!listener) return
      const ack = args.at(-1)
      listener(socket, args[0], (...answer) => {
        if (typeof ack === 'function') this.guard(`${event} acknowledgement`, () => ack(...answer))
      })
    })
  }

  /** Runs work on behalf of a socket; undefined when it failed, which harms nobody but that socket. */
  guard<T>(kind: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.#report(kind, error)
      return undefined
    }
  }

  /** Once per kind, and only where it failed: messages of parse errors quote what was read. */
  #report(kind: string, error: unknown): void {
    if (this.#failed.has(kind)) return
    this.#failed.add(kind)
    const { name, stack } = error instanceof Error ? error : { name: typeof error, stack: undefined }
    const at = stack?.split('\n').filter((line) => /^\s+at /.test(line))
    this.#log.error('Handling an event of an agent failed; later failures of its kind are not logged', {
      event: kind,
      name,
      at,
    })
  }
}

/** Why an event about this row is refused to the socket; undefined when it may have it. */
export function denialOf(
  socket: AgentSocket,
  row: { namespace: string } | undefined,
): 'not-found' | 'access-denied' | undefined {
  if (!row) return 'not-found'
  return row.namespace === socket.data.namespace ? undefined : 'access-denied'
}

/** Tells a socket that its event was about something it may not touch (CLI-plane reference 4.3). */
export function emitDenied(
  socket: AgentSocket,
  { code, scope, id }: Pick<SocketError, 'code' | 'scope' | 'id'>,
): void {
  const message = `${scope} ${code === 'not-found' ? 'not found' : 'access denied'}`
  socket.emit('error', { message, code, scope, id } satisfies SocketError)
}
