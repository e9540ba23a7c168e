import type { UpdateBody } from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { VersionedOutcome } from '../sessions/session-service.ts'
import { denialOf, type EventCall } from './agent-events.ts'
import type { CommitPoint } from './cli-parts.ts'
import { whenStored } from './when-stored.ts'

/** Acknowledged when a versioned write was malformed, failed or was lost with its commit. */
export const WRITE_FAILED = { result: 'error' } as const

export interface VersionedWrite {
  /** The row the event names, as far as it exists. */
  row: { namespace: string } | undefined
  /** The key that carries the value in the acknowledgement. */
  key: 'metadata' | 'agentState' | 'runnerState'
  write(): VersionedOutcome
  /** Tells the row's other sockets; called after the commit, for successful writes only. */
  relay(changed: { version: number; value: unknown }): void
}

/** Writes under the optimistic lock and acknowledges once it is durable (CLI-plane reference 5.2, 5.3, 5.8). */
export function answerVersionedWrite(
  db: CommitPoint,
  { socket, reply }: EventCall<unknown>,
  { row, key, write, relay }: VersionedWrite,
): void {
  const reason = denialOf(socket, row)
  if (reason) {
    reply({ ...WRITE_FAILED, reason })
    return
  }
  const { result, version, value } = write()
  if (result === 'success') db.afterCommit(() => relay({ version, value }))
  whenStored(
    db,
    () => reply({ result, version, [key]: value }),
    () => reply(WRITE_FAILED),
  )
}

/** The envelope of an update that stands for no message: a random id, and the time as its number. */
export function updateEnvelope(clock: Clock, body: UpdateBody) {
  const now = clock.now()
  return { id: newId(now), seq: now, createdAt: now, body }
}
