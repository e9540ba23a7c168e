import type { SessionRecord } from '../store/sessions.ts'
import type { ConfigStamps, LiveConfig } from './agent-config.ts'

/**
 * What the hub knows of a session only while it runs (CLI-plane reference 10.1), with copies of the stored
 * values a keep-alive is compared with, so that an ordinary one touches nothing but this object.
 */
export interface Liveness {
  readonly id: string
  readonly pk: number
  readonly namespace: string
  active: boolean
  /** The time the newest keep-alive says. */
  activeAt: number
  /** When the hub last heard of it; the agent's clock may be wrong, so expiry counts from here. */
  heardAt: number
  thinking: boolean
  thinkingAt: number
  activeTurnStartedAt: number | null
  backgroundTaskCount: number
  /** Until when a queued prompt counts as thinking although the agent does not say so yet. */
  graceUntil: number
  /** When a patch of its liveness last went out. */
  announcedAt: number
  /** When it last did anything but keep alive. */
  activityAt: number
  config: LiveConfig
  stamps: ConfigStamps
  hasMetadata: boolean
  lifecycleState: string | null
  isIdleExempt: boolean
}

/** Liveness of a session nobody has heard of since the hub started at `now`. */
export function newLiveness(record: SessionRecord, now: number): Liveness {
  const live: Liveness = {
    id: record.id,
    pk: record.pk,
    namespace: record.namespace,
    active: record.active,
    activeAt: record.activeAt,
    heardAt: now,
    thinking: false,
    thinkingAt: 0,
    activeTurnStartedAt: null,
    backgroundTaskCount: 0,
    graceUntil: 0,
    announcedAt: 0,
    activityAt: now,
    config: {
      model: record.model,
      modelReasoningEffort: record.modelReasoningEffort,
      effort: record.effort,
      serviceTier: record.serviceTier,
      permissionMode: undefined,
      collaborationMode: undefined,
      copilotAgentMode: undefined,
    },
    stamps: {},
    hasMetadata: false,
    lifecycleState: null,
    isIdleExempt: false,
  }
  copyMetadata(live, record)
  return live
}

/** Renews the copies of stored values after the row was written. */
export function copyStored(live: Liveness, record: SessionRecord): void {
  const { model, modelReasoningEffort, effort, serviceTier } = record
  Object.assign(live.config, { model, modelReasoningEffort, effort, serviceTier })
  copyMetadata(live, record)
}

/** Renews what is read from the metadata. */
export function copyMetadata(live: Liveness, { metadata }: Pick<SessionRecord, 'metadata'>): void {
  live.hasMetadata = metadata !== null
  live.lifecycleState = metadata?.lifecycleState ?? null
  live.isIdleExempt = metadata?.idleReconcileExempt === true
}
