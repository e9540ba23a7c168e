import type { DeliveredMessage, UpdateEnvelope } from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type CancelOutcome, Delivery, type RetryOutcome } from './delivery.ts'
import { type AskableSocket, Questions } from './questions.ts'
import { type CallOptions, Rpc } from './rpc.ts'
import { type AgentServer, agentNamespace, machineRoom, sessionRoom } from './socket-server.ts'

export interface AgentLinkParts {
  io: AgentServer
  clock: Clock
  log: Log
}

/** Everything the hub sends to CLIs and runners: updates, questions and calls (CLI-plane reference 6 and 7). */
export class AgentLink {
  readonly #questions: Questions
  readonly #rpc: Rpc
  readonly #delivery: Delivery
  readonly #log: Log

  constructor({ io, clock, log }: AgentLinkParts) {
    this.#questions = new Questions(clock)
    const delivery = new Delivery(agentNamespace(io), this.#questions, clock)
    this.#delivery = delivery
    this.#rpc = new Rpc(
      this.#questions,
      (id) => delivery.roomSize(sessionRoom(id)) + delivery.roomSize(machineRoom(id)) > 0,
    )
    this.#log = log
  }

  /**
   * Calls a handler of a session's CLI or a machine's runner and resolves with its parsed answer, which
   * may be null. Results such as `{success: false, error}` are answers, not errors.
   * @throws AgentUnreachable when no such handler is connected, also when it goes away during the call
   * @throws AgentFailed when the answer is `{error}` alone or does not come within `timeoutMs` (30 s)
   */
  call(scopeId: string, method: string, params: unknown, options: CallOptions = {}): Promise<unknown> {
    return this.#rpc.call(scopeId, method, params, options)
  }

  isRegistered(scopeId: string, method: string): boolean {
    return this.#rpc.isRegistered(scopeId, method)
  }

  /**
   * Binds `<scope>:<method>` to the socket; whether it may hold that scope is the caller's check. False
   * when the socket already holds as many names as one may.
   */
  register(socket: AskableSocket, name: string): boolean {
    return this.#rpc.register(socket, name)
  }

  unregister(socket: AskableSocket, name: string): void {
    this.#rpc.unregister(socket, name)
  }

  /** A socket has gone: its handlers are dropped and whatever waits for it ends at once. */
  forget(socket: AskableSocket): void {
    this.#rpc.forget(socket.id)
    this.#questions.forget(socket.id)
  }

  /** CLI sockets attached to the session right now. */
  socketCount(sessionId: string): number {
    return this.#delivery.roomSize(sessionRoom(sessionId))
  }

  /** Runner sockets attached to the machine right now. */
  machineSocketCount(machineId: string): number {
    return this.#delivery.roomSize(machineRoom(machineId))
  }

  /** As `socketCount`, without this socket: whether relaying what it said would reach anybody. */
  otherSocketCount(sessionId: string, socketId: string): number {
    return this.#delivery.roomSize(sessionRoom(sessionId), socketId)
  }

  /** Sends an update to every CLI of the session, except to the socket it came from; never throws. */
  deliver(sessionId: string, envelope: UpdateEnvelope, exceptSocketId?: string): void {
    this.#toRoom(sessionRoom(sessionId), envelope, exceptSocketId)
  }

  /** As `deliver`, to every socket of the machine. */
  deliverMachine(machineId: string, envelope: UpdateEnvelope, exceptSocketId?: string): void {
    this.#toRoom(machineRoom(machineId), envelope, exceptSocketId)
  }

  /** Asks every CLI of the session to give a queued prompt back; waits 500 ms at most. */
  requestCancel(sessionId: string, messageId: string, localId: string): Promise<CancelOutcome> {
    return this.#delivery.requestCancel(sessionId, messageId, localId)
  }

  /** Offers a prompt of unknown fate to the session's CLI again; waits 500 ms at most. */
  requestRetry(sessionId: string, row: DeliveredMessage): Promise<RetryOutcome> {
    return this.#delivery.requestRetry(sessionId, row)
  }

  #toRoom(room: string, envelope: UpdateEnvelope, exceptSocketId: string | undefined): void {
    try {
      this.#delivery.toRoom(room, envelope, exceptSocketId)
    } catch (error) {
      // Content nested too deeply to be encoded must not keep the updates after it from being sent.
      const { name } = error as Error
      this.#log.error('An update could not be encoded and was not sent', { kind: envelope.body.t, name })
    }
  }
}
