import type { Clock } from '../clock.ts'
import type { AgentSocket } from './socket-server.ts'
import { emitVerbatim, type VerbatimText } from './verbatim.ts'

/** How a question to one socket ended. */
export type Reply = { kind: 'answered'; value: unknown } | { kind: 'timeout' } | { kind: 'gone' }

/** Enough of a socket to ask it something. */
export type AskableSocket = Pick<AgentSocket, 'id' | 'connected' | 'emit' | 'conn'>

/** A large text that takes the place of `placeholder`, which the payload's JSON holds once. */
export interface Enclosure {
  placeholder: string
  text: VerbatimText
}

/** Events sent with an acknowledgement, each ended by its answer, by the clock or by the socket's end. */
export class Questions {
  readonly #clock: Clock
  readonly #open = new Map<string, Set<(reply: Reply) => void>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Questions to this socket that have not ended. */
  openCount(socketId: string): number {
    return this.#open.get(socketId)?.size ?? 0
  }

  /** Emits `event` and resolves with how that ended; never rejects. */
  ask(
    socket: AskableSocket,
    event: string,
    payload: unknown,
    { timeoutMs, enclosure }: { timeoutMs: number; enclosure?: Enclosure | undefined },
  ): Promise<Reply> {
    if (!socket.connected) return Promise.resolve({ kind: 'gone' })
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const open = this.#open.get(socket.id) ?? new Set()
    this.#open.set(socket.id, open)
    const end = (reply: Reply): void => {
      if (!open.delete(end)) return
      timer.cancel()
      if (open.size === 0 && this.#open.get(socket.id) === open) this.#open.delete(socket.id)
      resolve(reply)
    }
    open.add(end)
    const timer = this.#clock.after(timeoutMs, () => end({ kind: 'timeout' }))
    // Socket.IO keeps its end of an unanswered question until the socket closes; a late answer ends nothing.
    const emit = (): void => {
      socket.emit(event, payload, (value: unknown) => end({ kind: 'answered', value }))
    }
    if (enclosure) emitVerbatim(socket, emit, enclosure)
    else emit()
    return promise
  }

  /** Ends everything asked of a socket that has gone. */
  forget(socketId: string): void {
    for (const end of [...(this.#open.get(socketId) ?? [])]) end({ kind: 'gone' })
  }
}
