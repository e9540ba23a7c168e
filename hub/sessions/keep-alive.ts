import {
  KEEP_ALIVE_BROADCAST_MS,
  KEEP_ALIVE_MAX_AGE_MS,
  type SessionAlivePayload,
} from '../../contract/cli-plane.ts'
import type { Metadata, SessionPatch } from '../../contract/session.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../store/database.ts'
import type { MessagesTable } from '../store/messages.ts'
import type { SessionsTable } from '../store/sessions.ts'
import { changedConfig, isStored, type LiveConfig, rememberModes } from './agent-config.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { Liveness } from './liveness.ts'
import type { SessionAnnouncer } from './session-announcer.ts'
import type { EditOptions } from './versioned-writes.ts'

export interface KeepAliveParts {
  db: Database
  sessions: SessionsTable
  /** Asked only while a queued prompt counts as thinking. */
  messages: Pick<MessagesTable, 'queuedLocalIds'>
  live: LiveSessions
  announcer: SessionAnnouncer
  clock: Clock
}

export type EditMetadata = (
  id: string,
  change: (metadata: Metadata) => Metadata | null,
  options?: EditOptions,
) => boolean

/**
 * The keep-alive algorithm (CLI-plane reference 5.4). An ordinary one costs a time and a few compares;
 * a patch goes out when something changed, else once in ten seconds.
 */
export class KeepAlive {
  readonly #parts: KeepAliveParts
  readonly #editMetadata: EditMetadata

  constructor(parts: KeepAliveParts, editMetadata: EditMetadata) {
    this.#parts = parts
    this.#editMetadata = editMetadata
  }

  /** Answers whether the keep-alive counted: unknown sessions, bad and old times are ignored. */
  receive(payload: SessionAlivePayload): boolean {
    const now = this.#parts.clock.now()
    const at = keepAliveTime(payload.time, now)
    const live = at === undefined ? undefined : this.#parts.live.of(payload.sid)
    if (!live || at === undefined) return false
    const hasTurned = this.#turn(live, payload, at, now)
    const changed = changedConfig(live.config, payload, live.stamps, at)
    if (changed) this.adopt(live, changed)
    if (hasTurned || changed || now - live.announcedAt > KEEP_ALIVE_BROADCAST_MS) {
      live.announcedAt = now
      this.#parts.announcer.liveness(live, keepAlivePatch(live))
    }
    return true
  }

  /** Takes over configuration an agent applied: live, stored, and as the modes preferred next time. */
  adopt(live: Liveness, changed: Partial<LiveConfig>): void {
    const { db, sessions, announcer } = this.#parts
    const config = { ...live.config, ...changed }
    db.write(() => {
      if (isStored(changed)) {
        sessions.setConfig(live.pk, config)
        announcer.silently(live)
      }
      this.#rememberModes(live, changed)
    })
    live.config = config
  }

  /** Liveness, thinking and the turn's start; answers whether clients must be told at once. */
  #turn(live: Liveness, payload: SessionAlivePayload, at: number, now: number): boolean {
    const { active, thinking, activeTurnStartedAt } = live
    const saysThinking = payload.thinking === true
    const isGrace = live.graceUntil > now
    live.activeAt = Math.max(live.activeAt, at)
    live.thinkingAt = at
    live.heardAt = now
    live.thinking = saysThinking || isGrace
    if (!saysThinking && isGrace) {
      if (this.#parts.messages.queuedLocalIds(live.pk).length > 0) live.activeTurnStartedAt = now
    } else if (thinking && !live.thinking) live.activeTurnStartedAt = null
    if (saysThinking || !isGrace) live.graceUntil = 0
    if (!active) this.becomeActive(live, now)
    return !active || live.thinking !== thinking || live.activeTurnStartedAt !== activeTurnStartedAt
  }

  /** Marks the session as connected, here and in the store. */
  becomeActive(live: Liveness, now: number): void {
    const { db, sessions } = this.#parts
    live.active = true
    live.activityAt = now
    db.write(() => sessions.setActive(live.pk, true, live.activeAt))
  }

  #rememberModes(live: Liveness, changed: Partial<LiveConfig>): void {
    if (!live.hasMetadata || !('permissionMode' in changed || 'copilotAgentMode' in changed)) return
    // A CLI learns of the new version from the mismatch of its next write, so nobody is told here.
    this.#editMetadata(live.id, (metadata) => rememberModes(metadata, changed), { publish: 'none' })
  }
}

/** The patch of a keep-alive; what the agent never reported is absent. */
export function keepAlivePatch({ activeAt, thinking, activeTurnStartedAt, config }: Liveness): SessionPatch {
  const { permissionMode, model, modelReasoningEffort, effort, serviceTier } = config
  const { collaborationMode, copilotAgentMode } = config
  return {
    active: true,
    activeAt,
    thinking,
    activeTurnStartedAt,
    ...(permissionMode !== undefined && { permissionMode }),
    model,
    modelReasoningEffort,
    effort,
    serviceTier,
    ...(collaborationMode !== undefined && { collaborationMode }),
    ...(copilotAgentMode !== undefined && { copilotAgentMode }),
  }
}

/** A time from the future is now; one that is no number or older than ten minutes does not count. */
function keepAliveTime(time: number, now: number): number | undefined {
  if (!Number.isFinite(time)) return undefined
  const at = Math.min(Math.trunc(time), now)
  return now - at > KEEP_ALIVE_MAX_AGE_MS ? undefined : at
}
