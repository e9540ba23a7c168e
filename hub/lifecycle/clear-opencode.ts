import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import type { SessionEndReason } from '../../contract/events.ts'
import { flavorOf } from '../../contract/flavors.ts'
import type { Metadata } from '../../contract/session.ts'
import { AgentFailed, AgentUnreachable, HubError } from '../errors.ts'
import { replacementTag } from '../store/clear-replacements.ts'
import type { SessionRecord } from '../store/sessions.ts'
import {
  type ClearOperation,
  clearOperationOf,
  hasCleared,
  isUnsettled,
  mayFinish,
  replacementMetadata,
} from './clear-operation.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import { announceMoved } from './merge.ts'
import { spawnParams } from './resume-plan.ts'

/** Waits between two tries of the hub itself to finish: these, then the last one again and again. */
const RETRY_AFTER_MS = [5_000, 15_000, 60_000, 300_000]

const clearUnavailable = (message: string) => new HubError(409, message, { code: 'clear_unavailable' })
const spawnFailed = (message: string) => new HubError(500, message, { code: 'spawn_failed' })
const linkFailed = () =>
  new HubError(500, 'The replacement was started under another id', { code: 'replacement_link_failed' })

interface Retry {
  tries: number
  dueAt: number
}

/**
 * `/clear` of agents that start anew in a prepared replacement session (CLI-plane reference 3.5). The state
 * of each operation is stored with the session that is being cleared; until it is settled nothing is
 * delivered to the replacement, and prompts for the old session are parked there.
 */
export class ClearOpencode {
  readonly #parts: LifecycleParts
  /** Replacement to source, of operations that are not settled. */
  readonly #gated = new Map<string, string>()
  readonly #running = new Map<string, Promise<string>>()
  readonly #retries = new Map<string, Retry>()

  constructor(parts: LifecycleParts) {
    this.#parts = parts
    this.#readGates()
    parts.db.onRollback(() => this.#readGates())
  }

  /** Step 1: prepares the replacement and answers its id. @throws HubError 409 `clear_unavailable` */
  reserve(source: SessionRecord): string {
    const { db, sessions, clock } = this.#parts
    return db.write(() => {
      const operation = clearOperationOf(source.metadata)
      if (operation?.state === 'reserved') return operation.replacementSessionId
      const { metadata } = source
      if (!metadata || !this.#canReserve(source) || (operation && isUnsettled(operation))) {
        throw clearUnavailable('Session cannot be cleared now')
      }
      const replacementSessionId = this.#prepare(source, metadata)
      sessions.editMetadata(source.id, (current) => ({
        ...current,
        opencodeClearOperation: { replacementSessionId, state: 'reserved', updatedAt: clock.now() },
      }))
      this.#gated.set(replacementSessionId, source.id)
      return replacementSessionId
    })
  }

  /** Step 2a: the old agent has cleaned up. @throws HubError 409 `clear_unavailable` */
  confirmCleanup(source: SessionRecord, replacementSessionId: string): string {
    const operation = this.#requireOperation(source, replacementSessionId)
    if (operation.state === 'reserved') this.#advance(source.id, 'cleanup-confirmed')
    else if (!mayFinish(operation) && operation.state !== 'completed') {
      throw clearUnavailable('The clear was aborted')
    }
    return replacementSessionId
  }

  /** Step 2b: the old agent stays; what was parked comes back. @throws HubError 409 `clear_unavailable` */
  abort(source: SessionRecord, replacementSessionId: string): string {
    const { state } = this.#requireOperation(source, replacementSessionId)
    if (state === 'reserved' || state === 'abort-needed') this.#undo(source, replacementSessionId)
    else if (state !== 'aborted') throw clearUnavailable('The clear can no longer be aborted')
    return source.id
  }

  /**
   * Step 4: starts the replacement and hands it what was not yet done. Calls during an attempt share it.
   * @throws HubError 409 `clear_unavailable`, 500 `spawn_failed` or `replacement_link_failed`
   */
  async finish(source: SessionRecord): Promise<string> {
    const operation = clearOperationOf(source.metadata)
    if (operation?.state === 'completed') return operation.replacementSessionId
    const running = this.#running.get(source.id)
    if (running) return running
    if (
      !operation ||
      !mayFinish(operation) ||
      this.#parts.sessions.isActive(source.id) ||
      !hasCleared(source.metadata)
    ) {
      throw clearUnavailable('Session is not ready to be replaced')
    }
    const attempt = this.#finish(source, operation.replacementSessionId).finally(() =>
      this.#running.delete(source.id),
    )
    this.#running.set(source.id, attempt)
    return attempt
  }

  /** A session has ended; a clear that was only reserved ends with it, unless that is why it ended. */
  noteEnded(id: string, reason: SessionEndReason | undefined): void {
    if (reason === 'cleared') return
    const source = this.#parts.sessions.find(id)
    const operation = clearOperationOf(source?.metadata ?? null)
    if (source && operation?.state === 'reserved') this.#undo(source, operation.replacementSessionId)
  }

  /** Before a resume: drops a clear that got nowhere; answers whether the session is being replaced. */
  settle(source: SessionRecord): boolean {
    const operation = clearOperationOf(source.metadata)
    if (!operation || operation.state === 'aborted') return false
    if (operation.state !== 'reserved' && operation.state !== 'abort-needed') return true
    this.#undo(source, operation.replacementSessionId)
    return false
  }

  /** Whether nothing may be delivered to the session yet. */
  isGated(sessionId: string): boolean {
    return this.#gated.has(sessionId)
  }

  /** Where a prompt for the session belongs: to its replacement, if there is one, else to itself. */
  redirect(session: SessionRecord): SessionRecord {
    const operation = clearOperationOf(session.metadata)
    const parked = operation && operation.state !== 'aborted' ? operation.replacementSessionId : undefined
    const target = session.supersededBy ?? parked
    const found = target === undefined ? undefined : this.#parts.sessions.find(target)
    return found?.namespace === session.namespace ? found : session
  }

  /** Takes up again what a crash or an absent runner left unfinished; driven every `HUB_TICK_MS`. */
  tick(): void {
    const { sessions, clock, log } = this.#parts
    for (const [replacementId, sourceId] of [...this.#gated]) {
      if (sessions.isActive(sourceId) || this.#running.has(sourceId)) continue
      const source = sessions.find(sourceId)
      const operation = clearOperationOf(source?.metadata ?? null)
      if (!source || !operation || operation.replacementSessionId !== replacementId) continue
      if (operation.state === 'abort-needed') this.#undo(source, replacementId)
      if (!mayFinish(operation) || !hasCleared(source.metadata)) continue
      const retry = this.#retries.get(sourceId)
      if (retry && retry.dueAt > clock.now()) continue
      this.finish(source).catch((error: unknown) => {
        log.warn('A cleared session could not be replaced yet', { sessionId: sourceId, error })
      })
    }
  }

  #canReserve({ id, metadata }: SessionRecord): boolean {
    return (
      this.#parts.sessions.isActive(id) &&
      flavorOf(metadata).clearsByReplacement &&
      metadata?.startedBy === 'runner' &&
      Boolean(metadata.machineId) &&
      Boolean(metadata.path)
    )
  }

  /** The replacement's row; the one of an aborted clear is taken again. */
  #prepare(source: SessionRecord, metadata: Metadata): string {
    const { sessions } = this.#parts
    const fresh = replacementMetadata(metadata)
    const { model, modelReasoningEffort, effort, namespace } = source
    const { id } = sessions.createOrLoad(namespace, {
      tag: replacementTag(source.id),
      metadata: fresh,
      agentState: {},
      modelReasoningEffort,
      effort,
    })
    sessions.editMetadata(id, () => fresh, { publish: 'none' })
    sessions.applyConfig(id, { model, modelReasoningEffort, effort, serviceTier: source.serviceTier })
    return id
  }

  #requireOperation({ metadata }: SessionRecord, replacementSessionId: string): ClearOperation {
    const operation = clearOperationOf(metadata)
    if (operation?.replacementSessionId !== replacementSessionId) {
      throw clearUnavailable('Session has no such clear')
    }
    return operation
  }

  #advance(
    id: string,
    state: ClearOperation['state'],
    change: { error?: string; supersededBy?: string } = {},
  ) {
    const { sessions, clock } = this.#parts
    sessions.editMetadata(id, (metadata) => {
      const operation = clearOperationOf(metadata)
      if (!operation) return null
      const { replacementSessionId } = operation
      const next: ClearOperation = {
        replacementSessionId,
        state,
        updatedAt: clock.now(),
        ...(change.error !== undefined && { error: change.error }),
      }
      return {
        ...metadata,
        opencodeClearOperation: next,
        ...(change.supersededBy !== undefined && { supersededBySessionId: change.supersededBy }),
      }
    })
  }

  #undo(source: SessionRecord, replacementSessionId: string): void {
    this.#parts.db.write(() => {
      const replacement = this.#parts.sessions.find(replacementSessionId)
      if (replacement) this.#movePrompts(replacement, source)
      this.#advance(source.id, 'aborted')
      this.#gated.delete(replacementSessionId)
      this.#retries.delete(source.id)
      this.#parts.db.afterCommit(() => this.#parts.messages.redeliver(source.id))
    })
  }

  async #finish(source: SessionRecord, replacementId: string): Promise<string> {
    this.#advance(source.id, 'finalizing')
    try {
      await this.#start(source, replacementId)
    } catch (error) {
      const reason = error instanceof HubError ? error : spawnFailed((error as Error).message)
      this.#noteFailure(source.id, reason.message)
      throw reason
    }
    this.#link(source, replacementId)
    return replacementId
  }

  /** Starts the replacement's agent, unless an earlier attempt got that far. */
  async #start(source: SessionRecord, replacementId: string): Promise<void> {
    const { sessions, machines } = this.#parts
    if (sessions.isActive(replacementId)) return
    const machine = machines.find(source.metadata?.machineId ?? '')
    if (!machine?.active || machine.namespace !== source.namespace) {
      throw spawnFailed(ERROR_TEXTS.machineNotOnline)
    }
    const ids = { existingSessionId: replacementId, sessionId: replacementId }
    const params = { ...spawnParams(this.#parts, source, undefined), ...ids }
    const spawned = await machines.spawn(machine, params).catch((error: unknown) => {
      if (error instanceof AgentUnreachable || error instanceof AgentFailed) throw spawnFailed(error.message)
      throw error
    })
    if (spawned.type === 'error') throw spawnFailed(spawned.message)
    if (spawned.sessionId !== replacementId) throw linkFailed()
  }

  #link(source: SessionRecord, replacementId: string): void {
    const { db, sessions, messages } = this.#parts
    const replacement = sessions.find(replacementId)
    if (!replacement) throw linkFailed()
    db.write(() => {
      this.#movePrompts(source, replacement)
      this.#advance(source.id, 'completed', { supersededBy: replacementId })
      this.#gated.delete(replacementId)
      this.#retries.delete(source.id)
      db.afterCommit(() => messages.redeliver(replacementId))
    })
  }

  #movePrompts(from: SessionRecord, into: SessionRecord): void {
    const { tables, sessions } = this.#parts
    if (tables.messages.moveUninvoked(from.pk, into.pk) === 0) return
    for (const { id } of [from, into]) sessions.messagesChanged(id)
    announceMoved(this.#parts, from, into)
  }

  #noteFailure(sourceId: string, error: string): void {
    const tries = (this.#retries.get(sourceId)?.tries ?? 0) + 1
    const wait = RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length) - 1] as number
    this.#retries.set(sourceId, { tries, dueAt: this.#parts.clock.now() + wait })
    this.#advance(sourceId, 'failed', { error })
  }

  /** What is stored decides; the map only saves a lookup for every delivery. */
  #readGates(): void {
    this.#gated.clear()
    for (const { replacementId, sourceId } of this.#parts.tables.clearReplacements.all()) {
      const operation = clearOperationOf(this.#parts.sessions.find(sourceId)?.metadata ?? null)
      if (operation?.replacementSessionId === replacementId && isUnsettled(operation)) {
        this.#gated.set(replacementId, sourceId)
      }
    }
  }
}
