import { QUEUED_THINKING_GRACE_MS, SESSION_ALIVE_TIMEOUT_MS } from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../store/database.ts'
import type { SessionsTable } from '../store/sessions.ts'
import { isIdleDue, lifecycleChange } from './idle.ts'
import type { EditMetadata } from './keep-alive.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { Liveness } from './liveness.ts'
import type { SessionAnnouncer } from './session-announcer.ts'

export interface SessionLivenessParts {
  db: Database
  sessions: SessionsTable
  live: LiveSessions
  announcer: SessionAnnouncer
  clock: Clock
  /** How long a session may only keep alive before it counts as idle. */
  idleTimeoutMs: number
}

export interface LivenessRules {
  editMetadata: EditMetadata
  onBecameInactive(id: string): void
}

/** What moves a session's liveness besides keep-alives: prompts, background work, its end, silence. */
export class SessionLiveness {
  readonly #parts: SessionLivenessParts
  readonly #rules: LivenessRules

  constructor(parts: SessionLivenessParts, rules: LivenessRules) {
    this.#parts = parts
    this.#rules = rules
  }

  /** The resumed session's CLI is known to be there before its first keep-alive (reference 10.6). */
  markActive(id: string): void {
    const { live, clock, db, sessions, announcer } = this.#parts
    const session = live.of(id)
    if (!session) return
    const now = clock.now()
    session.activeAt = Math.max(session.activeAt, now)
    session.heardAt = now
    session.announcedAt = now
    if (!session.active) {
      session.active = true
      session.activityAt = now
      db.write(() => sessions.setActive(session.pk, true, session.activeAt))
    }
    const { activeAt, thinking } = session
    announcer.liveness(session, { active: true, activeAt, thinking })
  }

  /** The liveness part of a session's end (reference 5.6 step 3). */
  markInactive(id: string): void {
    const session = this.#parts.live.of(id)
    if (!session?.active) return
    session.backgroundTaskCount = 0
    this.#stop(session)
    this.#parts.announcer.liveness(session, {
      active: false,
      thinking: false,
      activeTurnStartedAt: null,
      backgroundTaskCount: 0,
    })
  }

  /** A prompt was stored for the agent: the session counts as thinking for a while (reference 8.3 step 8). */
  promptQueued(id: string, createdAt: number): void {
    const { live, clock, db, sessions, announcer } = this.#parts
    this.noteActivity(id)
    const session = live.of(id)
    if (!session?.active) return
    const now = clock.now()
    if (!session.thinking) session.activeTurnStartedAt = createdAt
    session.thinking = true
    session.thinkingAt = now
    session.graceUntil = now + QUEUED_THINKING_GRACE_MS
    const updatedAt = db.write(() => sessions.touch(session.pk, createdAt))
    const { thinking, activeTurnStartedAt } = session
    announcer.liveness(session, { thinking, activeTurnStartedAt, updatedAt })
    announcer.silently(session)
  }

  /** The queued prompt was taken care of: from here on thinking is what the agent says. */
  dropQueuedGrace(id: string): void {
    const session = this.#parts.live.peek(id)
    if (session) session.graceUntil = 0
  }

  /** Agent tasks started (positive) or ended in the background. */
  addBackgroundTasks(id: string, delta: number): void {
    const session = this.#parts.live.of(id)
    if (!session) return
    this.noteActivity(id)
    const backgroundTaskCount = Math.max(0, session.backgroundTaskCount + delta)
    if (backgroundTaskCount === session.backgroundTaskCount) return
    session.backgroundTaskCount = backgroundTaskCount
    this.#parts.announcer.liveness(session, { backgroundTaskCount })
  }

  /** The session did more than keep alive: an idle one is running again (spec: Session lifecycle). */
  noteActivity(id: string): void {
    const { live, clock } = this.#parts
    const session = live.of(id)
    if (!session) return
    const now = clock.now()
    session.activityAt = now
    if (session.lifecycleState !== 'idle') return
    this.#rules.editMetadata(id, lifecycleChange('idle', 'running', now), { publish: 'patch' })
  }

  /** Silent sessions become inactive, the most recently active first; quiet ones become idle. */
  tick(): void {
    const { live, clock, idleTimeoutMs } = this.#parts
    const now = clock.now()
    const silent: Liveness[] = []
    const quiet: Liveness[] = []
    for (const session of live.all()) {
      if (!session.active) continue
      if (now - session.heardAt > SESSION_ALIVE_TIMEOUT_MS) silent.push(session)
      else if (isIdleDue(session, now, idleTimeoutMs)) quiet.push(session)
    }
    for (const session of silent.sort((a, b) => b.activeAt - a.activeAt)) this.#expire(session)
    for (const { id } of quiet) {
      this.#rules.editMetadata(id, lifecycleChange('running', 'idle', now), { publish: 'patch' })
    }
  }

  #expire(session: Liveness): void {
    const wasThinking = session.thinking
    this.#stop(session)
    this.#parts.announcer.liveness(session, { active: false, ...(wasThinking && { thinking: false }) })
  }

  #stop(session: Liveness): void {
    const { db, sessions } = this.#parts
    session.active = false
    session.thinking = false
    session.activeTurnStartedAt = null
    session.graceUntil = 0
    db.write(() => sessions.setActive(session.pk, false, session.activeAt))
    db.afterCommit(() => this.#rules.onBecameInactive(session.id))
  }
}
