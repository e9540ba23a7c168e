import {
  ForkRpcResult,
  RESUME_ACTIVE_TIMEOUT_MS,
  RESUME_READY_TIMEOUT_MS,
  RPC_SLOW_TIMEOUT_MS,
  SESSION_RPC,
} from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { flavorOf, isShared } from '../../contract/flavors.ts'
import { SHARED_CHILD_TIMEOUT_MS } from '../../contract/history.ts'
import type { Machine } from '../../contract/machine.ts'
import { countsOnceReady, isPty } from '../lifecycle/metadata-keys.ts'
import { spawnParams } from '../lifecycle/resume-plan.ts'
import type { SessionWaits } from '../lifecycle/session-waits.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { createForkChild, hasForked, isSharedChildOf } from './fork-child.ts'
import { asConflict, conflict, UNREADABLE } from './history-errors.ts'
import type { HistoryParts } from './history-parts.ts'
import { historyRefusal } from './history-refusal.ts'

/** Makes a second conversation of one (CLI-plane reference 10.11). */
export class Forks {
  readonly #parts: HistoryParts
  readonly #waits: SessionWaits

  constructor(parts: HistoryParts, waits: SessionWaits) {
    this.#parts = parts
    this.#waits = waits
  }

  /**
   * Forks the session as it is, or as it was before a message, and answers the child's id once its agent is
   * there.
   * @throws HubError 409 for every refusal and failure; of a failed child nothing remains
   */
  async fork(session: SessionRecord, messageLocalId: string | undefined): Promise<string> {
    const action = messageLocalId === undefined ? 'forkCurrent' : 'forkAtMessage'
    const refusal = historyRefusal(this.#parts, session, action, messageLocalId)
    if (refusal !== undefined) throw conflict(refusal)
    try {
      // Asked first: an agent that has forked for nobody would keep a conversation nobody knows.
      const machine = isShared(session.metadata) ? undefined : this.#machineOf(session)
      const answer = await this.#ask(session.id, messageLocalId)
      const source = this.#parts.sessions.find(session.id)
      if (!source) throw conflict(ERROR_TEXTS.sessionGone)
      if (answer.sessionId !== undefined) return await this.#sharedChild(source, answer.sessionId, answer)
      if (!machine) throw conflict(UNREADABLE)
      return await this.#ordinaryChild(source, machine, answer, messageLocalId)
    } catch (error) {
      throw asConflict(error)
    }
  }

  #machineOf({ namespace, metadata }: SessionRecord): Machine {
    const machine = this.#parts.machines.list(namespace).find(({ id }) => id === metadata?.machineId)
    if (!machine) throw conflict(ERROR_TEXTS.machineNotOnline)
    if (!metadata?.path) throw conflict(ERROR_TEXTS.sessionPathMissing)
    return machine
  }

  async #ask(sessionId: string, messageLocalId: string | undefined): Promise<ForkRpcResult> {
    const params = messageLocalId === undefined ? {} : { messageLocalId }
    const answer = await this.#parts.link.call(sessionId, SESSION_RPC.forkConversation, params, {
      timeoutMs: RPC_SLOW_TIMEOUT_MS,
    })
    const read = ForkRpcResult.safeParse(answer)
    if (read.success) return read.data
    const { error } = (answer ?? {}) as { error?: unknown }
    throw conflict(typeof error === 'string' ? error : UNREADABLE)
  }

  /** A shared agent makes the session of the fork itself; it may be there already. */
  async #sharedChild(source: SessionRecord, childId: string, answer: ForkRpcResult): Promise<string> {
    const { sessions } = this.#parts
    const isThere = () => isSharedChildOf(source, sessions.find(childId), answer.nativeSessionId)
    if (await this.#waits.until(childId, isThere, SHARED_CHILD_TIMEOUT_MS)) return childId
    throw conflict(ERROR_TEXTS.forkNotShown)
  }

  async #ordinaryChild(
    source: SessionRecord,
    machine: Machine,
    answer: ForkRpcResult,
    messageLocalId: string | undefined,
  ): Promise<string> {
    const { db, sessions } = this.#parts
    const { nativeIdKey } = flavorOf(source.metadata)
    if (nativeIdKey && !answer.forkSession && source.metadata?.[nativeIdKey] === answer.nativeSessionId) {
      throw conflict(ERROR_TEXTS.notForked)
    }
    const childId = createForkChild(this.#parts, source, answer, messageLocalId)
    try {
      // The runner's child reads its row over HTTP.
      await db.settled()
      await this.#start(source, machine, childId, answer)
      await this.#arrival(source, childId, answer)
      return childId
    } catch (error) {
      await this.#stop(machine, childId)
      const child = sessions.find(childId)
      if (child) sessions.remove(child)
      throw error
    }
  }

  async #start(
    source: SessionRecord,
    machine: Machine,
    childId: string,
    { nativeSessionId, forkSession = false }: ForkRpcResult,
  ): Promise<void> {
    const spawned = await this.#parts.machines.spawn(machine, {
      ...spawnParams(this.#parts, source, undefined),
      resumeSessionId: nativeSessionId,
      existingSessionId: childId,
      sessionId: childId,
      forkSession,
    })
    if (spawned.type === 'error') throw conflict(spawned.message)
    if (spawned.sessionId === childId) return
    await this.#stop(machine, spawned.sessionId)
    throw conflict(ERROR_TEXTS.forkElsewhere)
  }

  /** Waits until the child keeps alive and, where its kind says so, is ready and has forked. */
  async #arrival(source: SessionRecord, childId: string, answer: ForkRpcResult): Promise<void> {
    const { sessions } = this.#parts
    const flavor = flavorOf(source.metadata)
    const isActive = () => sessions.isActive(childId)
    if (!(await this.#waits.until(childId, isActive, RESUME_ACTIVE_TIMEOUT_MS))) {
      throw conflict(ERROR_TEXTS.forkNotOnline)
    }
    const hasArrived = () => {
      const metadata = sessions.find(childId)?.metadata ?? null
      const mustBeReady =
        isPty(source) || flavor.resume.waitsForReady === 'always' || countsOnceReady(metadata)
      return hasForked(flavor, metadata, answer) && (!mustBeReady || sessions.isReady(childId))
    }
    await this.#waits.until(childId, () => hasArrived() || !isActive(), RESUME_READY_TIMEOUT_MS)
    if (!isActive() || !hasArrived()) throw conflict(ERROR_TEXTS.forkNotReady)
  }

  /** A child nobody waits for any more must not go on in the background; it may be gone already. */
  async #stop(machine: Machine, sessionId: string): Promise<void> {
    await this.#parts.machines.stopSession(machine, sessionId).catch(() => {})
  }
}
