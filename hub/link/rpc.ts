import { RPC_TIMEOUT_MS } from '../../contract/cli-plane.ts'
import { AgentFailed } from '../errors.ts'
import { newId } from '../ids.ts'
import type { AskableSocket, Questions } from './questions.ts'
import {
  callTimedOut,
  connectionLost,
  METHOD_NOT_FOUND,
  notConnected,
  notOffered,
  tooManyCalls,
} from './rpc-errors.ts'
import type { VerbatimText } from './verbatim.ts'

/** Calls one socket may leave open; more are refused instead of piling up behind a CLI that hangs. */
export const CALLS_IN_FLIGHT_MAX = 128
/** Names one socket may hold; the public CLI registers about forty. */
export const NAMES_PER_SOCKET_MAX = 512

export interface CallOptions {
  timeoutMs?: number
  /** A parameter too large to be encoded: its text is sent as it stands. `params` is then an object. */
  verbatim?: { key: string; text: VerbatimText }
}

/** The registry of RPC handlers and the calls to them (CLI-plane reference 7.1). */
export class Rpc {
  readonly #questions: Questions
  readonly #isConnected: (scopeId: string) => boolean
  readonly #owners = new Map<string, AskableSocket>()
  readonly #names = new Map<string, Set<string>>()

  /** `isConnected`: whether any socket of this session or machine is there, whatever it offers. */
  constructor(questions: Questions, isConnected: (scopeId: string) => boolean) {
    this.#questions = questions
    this.#isConnected = isConnected
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

  isRegistered(scopeId: string, method: string): boolean {
    return this.#owners.get(`${scopeId}:${method}`)?.connected === true
  }

  async call(
    scopeId: string,
    method: string,
    params: unknown,
    { timeoutMs = RPC_TIMEOUT_MS, verbatim }: CallOptions,
  ): Promise<unknown> {
    const name = `${scopeId}:${method}`
    const socket = this.#owners.get(name)
    if (!socket) throw this.#isConnected(scopeId) ? notOffered() : notConnected()
    if (this.#questions.openCount(socket.id) >= CALLS_IN_FLIGHT_MAX) throw tooManyCalls()
    const enclosure = verbatim && { placeholder: newId(), text: verbatim.text }
    const all = enclosure ? { ...(params as object), [verbatim.key]: enclosure.placeholder } : (params ?? {})
    const request = { method: name, params: JSON.stringify(all) }
    const wasAsked = socket.connected
    const reply = await this.#questions.ask(socket, 'rpc-request', request, { timeoutMs, enclosure })
    if (reply.kind === 'gone') throw connectionLost({ wasAsked })
    if (reply.kind === 'timeout') throw callTimedOut()
    const answer = readAnswer(reply.value)
    const error = onlyError(answer)
    if (error === METHOD_NOT_FOUND) throw notOffered()
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
