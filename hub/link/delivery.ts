import {
  CancelAck,
  type DeliveredMessage,
  QUEUE_ACK_TIMEOUT_MS,
  type UpdateEnvelope,
} from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Questions, Reply } from './questions.ts'
import { type AgentNamespace, type AgentSocket, sessionRoom } from './socket-server.ts'

/** What the CLIs of a session say about a prompt that is to be taken back. */
export type CancelOutcome = 'consumed' | 'indeterminate' | 'in-flight' | 'removed' | 'not-found' | 'timeout'
export type RetryOutcome = 'accepted' | 'consumed' | 'refused'

/** Updates to the sockets of a room, and the two updates that ask back (CLI-plane reference 6.1). */
export class Delivery {
  readonly #namespace: AgentNamespace
  readonly #questions: Questions
  readonly #clock: Clock

  constructor(namespace: AgentNamespace, questions: Questions, clock: Clock) {
    this.#namespace = namespace
    this.#questions = questions
    this.#clock = clock
  }

  roomSize(room: string, exceptSocketId?: string): number {
    const sockets = this.#namespace.adapter.rooms.get(room)
    if (!sockets) return 0
    return exceptSocketId !== undefined && sockets.has(exceptSocketId) ? sockets.size - 1 : sockets.size
  }

  /** Serialises the envelope once for the whole room, and not at all for an empty one. */
  toRoom(room: string, envelope: UpdateEnvelope, exceptSocketId: string | undefined): void {
    if (this.roomSize(room, exceptSocketId) === 0) return
    const target = this.#namespace.to(room)
    if (exceptSocketId === undefined) target.emit('update', envelope)
    else target.except(exceptSocketId).emit('update', envelope)
  }

  /** `not-found` when no socket is there to ask. */
  async requestCancel(sessionId: string, messageId: string, localId: string): Promise<CancelOutcome> {
    const replies = await this.#askRoom(sessionRoom(sessionId), {
      id: newId(),
      seq: 0,
      createdAt: this.#clock.now(),
      body: { t: 'cancel-queued-message', sid: sessionId, messageId, localId },
    })
    return combineCancel(replies)
  }

  /** `refused` when no socket accepted within the wait, and for a row without a localId. */
  async requestRetry(sessionId: string, row: DeliveredMessage): Promise<RetryOutcome> {
    const { id, seq, createdAt, localId } = row
    if (localId === null) return 'refused'
    const body = { t: 'retry-queued-message' as const, sid: sessionId, messageId: id, localId, message: row }
    const replies = await this.#askRoom(sessionRoom(sessionId), { id, seq, createdAt, body })
    const acks = replies.map(readAck)
    if (acks.some((ack) => ack?.consumed === true)) return 'consumed'
    return acks.some((ack) => ack?.accepted === true) ? 'accepted' : 'refused'
  }

  #askRoom(room: string, envelope: UpdateEnvelope): Promise<Reply[]> {
    const sockets = [...(this.#namespace.adapter.rooms.get(room) ?? [])]
      .map((id) => this.#namespace.sockets.get(id))
      .filter((socket): socket is AgentSocket => socket !== undefined)
    return Promise.all(
      sockets.map((socket) =>
        this.#questions.ask(socket, 'update', envelope, { timeoutMs: QUEUE_ACK_TIMEOUT_MS }),
      ),
    )
  }
}

/** Undefined: the socket did not answer, or not with an acknowledgement we can read. */
function readAck(reply: Reply): CancelAck | undefined {
  return reply.kind === 'answered' ? CancelAck.safeParse(reply.value).data : undefined
}

/** Several sockets answer one cancel: the answer that forbids most wins (CLI-plane reference 6.1). */
function combineCancel(replies: Reply[]): CancelOutcome {
  const acks = replies.map(readAck)
  if (acks.some((ack) => ack?.consumed)) return 'consumed'
  if (acks.some((ack) => ack?.indeterminate)) return 'indeterminate'
  if (acks.some((ack) => ack?.inFlight)) return 'in-flight'
  if (acks.some((ack) => ack?.removed)) return 'removed'
  return acks.includes(undefined) ? 'timeout' : 'not-found'
}
