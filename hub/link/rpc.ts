import { RPC_TIMEOUT_MS } from '../../contract/cli-plane.ts'
import { AgentFailed } from '../errors.ts'
import type { AskableSocket, Questions } from './questions.ts'
import {
  callTimedOut,
  handlerNotRegistered,
  METHOD_NOT_FOUND,
  socketDisconnected,
  tooManyCalls,
} from './rpc-errors.ts'

/** Calls one socket may leave open; more are refused instead of piling up behind a CLI that hangs. */
export const CALLS_IN_FLIGHT_MAX = 128
/** Names one socket may hold; the public CLI registers about forty. */
export const NAMES_PER_SOCKET_MAX = 512

export interface CallOptions {
  timeoutMs?: number
}

/** The registry of RPC handlers and the calls to them (CLI-plane reference 7.1). */
export class Rpc {
  readonly #questions: Questions
  readonly #owners = new Map<string, AskableSocket>()
  readonly #names = new Map<string, Set<string>>()

  constructor(questions: Questions) {
    this.#questions = questions
  }

  /** The last registration of a name wins. False when the socket already holds its share of names. */
  register(socket: AskableSocket, name: string): boolean {
    const names = this.#names.get(socket.id) ?? new Set()
    if (!names.has(name) && names.size >= NAMES_PER_SOCKET_MAX) return false
    names.add(name)
    this.#names.set(socket.id, names)
    this.#owners.set(name, socket)
    return true
  }

  /** Drops the name if this socket still owns it. */
  unregister(socket: AskableSocket, name: string): void {
    this.#names.get(socket.id)?.delete(name)
    if (this.#owners.get(name)?.id === socket.id) this.#owners.delete(name)
  }

  /** Drops every name the socket still owns. */
  forget(socketId: string): void {
    for (const name of this.#names.get(socketId) ?? []) {
      if (this.#owners.get(name)?.id === socketId) this.#owners.delete(name)
    }
    this.#names.delete(socketId)
  }

  isRegistered(name: string): boolean {
    return this.#owners.get(name)?.connected === true
  }

  async call(name: string, params: unknown, { timeoutMs = RPC_TIMEOUT_MS }: CallOptions): Promise<unknown> {
    const socket = this.#owners.get(name)
    if (!socket) throw handlerNotRegistered(name)
    if (this.#questions.openCount(socket.id) >= CALLS_IN_FLIGHT_MAX) throw tooManyCalls(name)
    const request = { method: name, params: JSON.stringify(params ?? {}) }
    const wasAsked = socket.connected
    const reply = await this.#questions.ask(socket, 'rpc-request', request, timeoutMs)
    if (reply.kind === 'gone') throw socketDisconnected(name, { wasAsked })
    if (reply.kind === 'timeout') throw callTimedOut()
    const answer = readAnswer(reply.value)
    const error = onlyError(answer)
    if (error === METHOD_NOT_FOUND) throw handlerNotRegistered(name)
    if (error !== undefined) throw new AgentFailed(error)
    return answer
  }
}

/** The answer is a JSON string; what cannot be parsed, and what is no string, is used as it is. */
function readAnswer(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The text of an answer that consists of `{error}` alone; typed failures carry more and are results. */
function onlyError(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined
  if (typeof answer.error !== 'string' || Object.keys(answer).length !== 1) return undefined
  return answer.error
}
