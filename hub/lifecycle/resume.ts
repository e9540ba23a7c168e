import { RESUME_ACTIVE_TIMEOUT_MS, RESUME_READY_TIMEOUT_MS } from '../../contract/cli-plane.ts'
import { flavorOf } from '../../contract/flavors.ts'
import type { SpawnResponse } from '../../contract/machine.ts'
import type { Metadata } from '../../contract/session.ts'
import { AgentFailed, AgentUnreachable, changedMeanwhile, HubError, noMachineOnline } from '../errors.ts'
import { assertPermissionMode } from '../permissions/permission-mode.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import { mergeSessions } from './merge.ts'
import { archiveKeysOf, countsOnceReady, isArchived, isPty, withArchiveKeys } from './metadata-keys.ts'
import { planResume, type ResumePlan } from './resume-plan.ts'
import { type ResumeTargets, resumeUnavailable } from './resume-target.ts'
import type { SessionWaits } from './session-waits.ts'

export interface ReopenOutcome {
  sessionId: string
  resumed: boolean
  cursorSessionProtocol?: string
}

export interface ResumeHooks {
  targets: ResumeTargets
  waits: SessionWaits
  /** Looks into a `/clear` that was begun there; answers whether the session is being replaced. */
  settleClear(record: SessionRecord): boolean
  /** An attempt has ended, whichever way. */
  onSettled(...sessionIds: string[]): void
}

export const resumeFailed = (message: string) => new HubError(500, message, { code: 'resume_failed' })

/** Brings inactive sessions back to life on a machine (CLI-plane reference 10.6, 10.7). */
export class Resumes {
  readonly #parts: LifecycleParts
  readonly #hooks: ResumeHooks
  readonly #attempts = new Map<string, Promise<string>>()

  constructor(parts: LifecycleParts, hooks: ResumeHooks) {
    this.#parts = parts
    this.#hooks = hooks
  }

  /** Whether an attempt to resume the session is under way. */
  isBusy(id: string): boolean {
    return this.#attempts.has(id)
  }

  /**
   * Resumes the session and answers the id under which it lives on. Calls during an attempt share it.
   * @throws HubError 400 for a mode the agent does not know, 409 for one it may not have here (ruling 26) and
   *   `resume_unavailable`,
   *   503 `no_machine_online`, 500 `resume_failed`
   */
  async resume(record: SessionRecord, permissionMode?: string): Promise<string> {
    if (permissionMode !== undefined) assertPermissionMode(record.metadata, permissionMode)
    if (this.#parts.sessions.isActive(record.id)) return record.id
    return this.#share(record, () => this.#resume(record, permissionMode))
  }

  /**
   * As `resume`, also of an archived session, which counts as running again; a failure puts back exactly
   * what said that it was archived.
   * @throws as `resume`, and HubError 422 with `missing` for incomplete metadata, 409 `metadata_conflict`
   *   when another write of its metadata won
   */
  async reopen(record: SessionRecord): Promise<ReopenOutcome> {
    if (this.#parts.sessions.isActive(record.id)) return this.#outcome(record.id, false)
    const sessionId = await this.#share(record, () => this.#reopen(record))
    return this.#outcome(sessionId, true)
  }

  /** One attempt at a time for each session. */
  #share({ id }: SessionRecord, start: () => Promise<string>): Promise<string> {
    const running = this.#attempts.get(id)
    if (running) return running
    const attempt = start().finally(() => {
      this.#attempts.delete(id)
      this.#hooks.onSettled(id)
    })
    this.#attempts.set(id, attempt)
    return attempt
  }

  async #reopen(record: SessionRecord): Promise<string> {
    const { sessions, clock } = this.#parts
    this.#requireComplete(record)
    if (!isArchived(record.metadata)) return this.#resume(record)
    const plan = this.#plan(record)
    // Whatever can be found out without a child is, before anything is written that would be taken back.
    await this.#probe(record.metadata, plan)
    if (sessions.isActive(record.id)) return record.id
    let kept = {}
    const { assumedProtocol } = plan.flavor.resume
    const isOurs = sessions.editMetadata(record.id, (metadata) => {
      kept = archiveKeysOf(metadata)
      return {
        ...withArchiveKeys(metadata, { lifecycleStateSince: clock.now() }),
        ...(assumedProtocol !== null &&
          plan.token !== undefined &&
          !metadata.cursorSessionProtocol && { cursorSessionProtocol: assumedProtocol }),
      }
    })
    if (!isOurs) throw changedMeanwhile('metadata_conflict')
    try {
      return await this.#start(record, plan)
    } catch (error) {
      sessions.editMetadata(record.id, (metadata) => withArchiveKeys(metadata, kept))
      throw error
    }
  }

  async #resume(record: SessionRecord, permissionMode?: string): Promise<string> {
    const plan = this.#plan(record, permissionMode)
    await this.#probe(record.metadata, plan)
    return this.#parts.sessions.isActive(record.id) ? record.id : this.#start(record, plan)
  }

  #plan(record: SessionRecord, permissionMode?: string): ResumePlan {
    if (this.#hooks.settleClear(record)) throw resumeUnavailable('Session was cleared')
    return planResume({ ...this.#parts, targets: this.#hooks.targets }, record, permissionMode)
  }

  #requireComplete(record: SessionRecord): void {
    const { nativeIdKey, resume } = flavorOf(record.metadata)
    const missing: string[] = []
    if (!record.metadata?.path) missing.push('path')
    if (
      isArchived(record.metadata) &&
      resume.tokenRequiredToReopen &&
      nativeIdKey !== null &&
      this.#hooks.targets.token(record) === undefined &&
      this.#parts.tables.messages.countAll(record.pk) > 0
    ) {
      missing.push(nativeIdKey)
    }
    if (missing.length > 0)
      throw new HubError(422, 'Session metadata is incomplete', { details: { missing } })
  }

  async #start(record: SessionRecord, plan: ResumePlan): Promise<string> {
    this.#parts.sessions.forgetReady(record.id)
    const spawned = await this.#spawn(plan)
    if (spawned.type === 'error') throw resumeFailed(spawned.message)
    const { sessionId } = spawned
    try {
      await this.#arrival(record, plan, sessionId)
    } catch (error) {
      // A child nobody waits for any more must not go on in the background; it may be gone already.
      await this.#parts.machines.stopSession(plan.machine, sessionId).catch(() => {})
      this.#hooks.onSettled(sessionId)
      throw error
    }
    const { sessions } = this.#parts
    // The old agent may have come back meanwhile; two that live are not merged before one of them ends.
    if (sessionId !== record.id && !sessions.isActive(record.id)) {
      mergeSessions(this.#parts, record.id, sessionId)
    }
    sessions.markActive(sessionId)
    return sessionId
  }

  /** @throws HubError 409 when the agent's own store says that the conversation is gone. */
  async #probe(metadata: Metadata | null, { machine, flavor, token, params }: ResumePlan): Promise<void> {
    if (!flavor.resume.probesChatStore || token === undefined) return
    const isThere = await this.#parts.machines.holdsChatStore(machine, {
      workspacePath: params.directory,
      cursorSessionId: token,
      ...(metadata?.homeDir !== undefined && { homeDir: metadata.homeDir }),
    })
    if (!isThere) throw resumeUnavailable('The conversation is no longer on that machine')
  }

  async #spawn({ machine, params }: ResumePlan): Promise<SpawnResponse> {
    try {
      return await this.#parts.machines.spawn(machine, params)
    } catch (error) {
      if (error instanceof AgentUnreachable) throw noMachineOnline()
      if (error instanceof AgentFailed) throw resumeFailed(error.message)
      throw error
    }
  }

  /** Waits until the child keeps alive and, where its kind says so, is ready. @throws HubError 500 */
  async #arrival(record: SessionRecord, { flavor }: ResumePlan, childId: string): Promise<void> {
    const { sessions } = this.#parts
    const { waits } = this.#hooks
    const isActive = () => sessions.isActive(childId)
    if (!(await waits.until(childId, isActive, RESUME_ACTIVE_TIMEOUT_MS))) {
      throw resumeFailed('The agent was started but did not come online in time')
    }
    const child = sessions.find(childId)
    if (child?.namespace !== record.namespace) throw resumeFailed('The agent came online elsewhere')
    const { waitsForReady } = flavor.resume
    const mustBeReady =
      isPty(record) ||
      waitsForReady === 'always' ||
      (childId !== record.id && countsOnceReady(child.metadata))
    if (!mustBeReady) return
    const hasEnded = () => !sessions.isActive(childId)
    const isReady = () => sessions.isReady(childId)
    await waits.until(childId, () => isReady() || hasEnded(), RESUME_READY_TIMEOUT_MS)
    if (!isReady()) throw resumeFailed('The agent came online but was not ready in time')
  }

  #outcome(sessionId: string, resumed: boolean): ReopenOutcome {
    const protocol = this.#parts.sessions.find(sessionId)?.metadata?.cursorSessionProtocol
    return { sessionId, resumed, ...(protocol && { cursorSessionProtocol: protocol }) }
  }
}
