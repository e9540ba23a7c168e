import type { Metadata } from '../../contract/session.ts'
import type { Liveness } from './liveness.ts'

/** Whether a connected session has only kept alive for the idle timeout (spec: Session lifecycle). */
export function isIdleDue(live: Liveness, now: number, idleTimeoutMs: number): boolean {
  return live.lifecycleState === 'running' && !live.isIdleExempt && now - live.activityAt >= idleTimeoutMs
}

/** A change of metadata that moves `lifecycleState` between running and idle and leaves any other state alone. */
export function lifecycleChange(from: 'running' | 'idle', to: 'running' | 'idle', now: number) {
  return (metadata: Metadata): Metadata | null =>
    metadata.lifecycleState === from ? { ...metadata, lifecycleState: to, lifecycleStateSince: now } : null
}
