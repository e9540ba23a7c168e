import { type LocalResumeTarget, type ResumableSession, SESSION_RPC } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import type { SessionEndReason } from '../../contract/events.ts'
import { isShared } from '../../contract/flavors.ts'
import { HubError } from '../errors.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { type ArchiveOutcome, archiveSession } from './archive.ts'
import { ClearOpencode } from './clear-opencode.ts'
import { Duplicates } from './duplicates.ts'
import { controlModeNotApplicable, handOffToTerminal } from './handoff.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import { type ReopenOutcome, Resumes } from './resume.ts'
import { ResumeTargets } from './resume-target.ts'
import { endSession } from './session-end.ts'
import { SessionWaits } from './session-waits.ts'

const ABORT_REASON = 'User aborted via Svc Hub'

/**
 * How sessions end, come back and become one: what needs sessions, messages and machines together
 * (CLI-plane reference 3.3 to 3.5, 5.6, 10.5 to 10.9). It listens to the sessions' hooks itself.
 */
export class SessionLifecycle {
  /** The steps of `/clear` for agents that start anew in a replacement, and the gate of such sessions. */
  readonly clearOpencode: ClearOpencode
  readonly #parts: LifecycleParts
  readonly #waits: SessionWaits
  readonly #targets: ResumeTargets
  readonly #duplicates: Duplicates
  readonly #resumes: Resumes
  #isKeptApart: (sessionId: string) => boolean = () => false

  constructor(parts: LifecycleParts) {
    const waits = new SessionWaits(parts.clock)
    const targets = new ResumeTargets(parts)
    const clearOpencode = new ClearOpencode(parts)
    const duplicates = new Duplicates(parts, {
      isBusy: (id) => this.#resumes.isBusy(id) || this.#isKeptApart(id),
    })
    this.#parts = parts
    this.#waits = waits
    this.#targets = targets
    this.#duplicates = duplicates
    this.clearOpencode = clearOpencode
    this.#resumes = new Resumes(parts, {
      targets,
      waits,
      settleClear: (record) => clearOpencode.settle(record),
      onSettled: (id) => duplicates.note(id),
    })
    parts.sessions.onKeepAlive((id) => {
      waits.recheck(id)
      duplicates.noteAlive(id)
    })
    parts.sessions.onReady((id) => waits.recheck(id))
    parts.sessions.onBecameInactive((id) => {
      waits.recheck(id)
      duplicates.noteInactive(id)
    })
    parts.sessions.onNativeIdChanged((id) => duplicates.note(id))
  }

  /**
   * The session a client wants to resume or reopen.
   * @throws HubError 404 `session_not_found`, 403 `access_denied` (ruling 25)
   */
  require(namespace: string, id: string): SessionRecord {
    const { sessions } = this.#parts
    const row = sessions.identify(id)
    if (!row) throw new HubError(404, 'Session not found', { code: 'session_not_found' })
    if (row.namespace !== namespace) {
      throw new HubError(403, 'Session access denied', { code: 'access_denied' })
    }
    return sessions.require(namespace, id)
  }

  /** See Resumes.resume. */
  resume(session: SessionRecord, { permissionMode }: { permissionMode?: string | undefined } = {}) {
    return this.#resumes.resume(session, permissionMode)
  }

  /** See Resumes.reopen. */
  reopen(session: SessionRecord): Promise<ReopenOutcome> {
    return this.#resumes.reopen(session)
  }

  /** The session's process has gone (CLI-plane reference 5.6). */
  end(id: string, reason?: SessionEndReason): void {
    endSession(
      { ...this.#parts, clearOpencode: this.clearOpencode, duplicates: this.#duplicates },
      id,
      reason,
    )
  }

  /** See archiveSession. */
  archive(session: SessionRecord): Promise<ArchiveOutcome> {
    return archiveSession({ ...this.#parts, end: (id) => this.end(id) }, session)
  }

  /**
   * Deletes an inactive session with all it holds.
   * @throws HubError 409 while it is active, or an attempt to resume it is under way
   */
  delete(session: SessionRecord): void {
    if (this.#resumes.isBusy(session.id)) throw new HubError(409, ERROR_TEXTS.sessionResuming)
    this.#parts.sessions.delete(session)
  }

  /** Stops what the agent is doing now. @throws AgentUnreachable, AgentFailed */
  async abort({ id }: SessionRecord): Promise<void> {
    await this.#parts.link.call(id, SESSION_RPC.abort, { reason: ABORT_REASON })
  }

  /**
   * Takes a terminal's session over for remote control.
   * @throws HubError 409 `control_mode_not_applicable`, AgentUnreachable, AgentFailed
   */
  async switchToRemote({ id, metadata }: SessionRecord): Promise<void> {
    if (isShared(metadata)) throw controlModeNotApplicable()
    await this.#parts.link.call(id, SESSION_RPC.switch, { to: 'remote' })
  }

  /** See ResumeTargets.all. */
  resumable(namespace: string, machineId?: string): ResumableSession[] {
    return this.#targets.all(namespace, machineId)
  }

  /** What a terminal needs to resume it locally. @throws HubError 409 `resume_unavailable` */
  resumeTarget(session: SessionRecord): LocalResumeTarget {
    return this.#targets.require(session)
  }

  /** See handOffToTerminal. */
  handoffLocal(session: SessionRecord): Promise<void> {
    return handOffToTerminal({ ...this.#parts, waits: this.#waits }, session)
  }

  /** Whether the messages room must not deliver to the session yet. */
  isGated(sessionId: string): boolean {
    return this.clearOpencode.isGated(sessionId)
  }

  /** The session a prompt is meant for: itself, or what replaces it after a `/clear`. */
  redirect(session: SessionRecord): SessionRecord {
    return this.clearOpencode.redirect(session)
  }

  /** Sessions for which `rule` is true are not merged with one another for now; wired by hub.ts. */
  keepApart(rule: (sessionId: string) => boolean): void {
    this.#isKeptApart = rule
  }

  /** Takes up unfinished business; driven every `HUB_TICK_MS`. */
  tick(): void {
    this.clearOpencode.tick()
  }
}
