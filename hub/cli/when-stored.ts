import type { CommitPoint } from './cli-parts.ts'

/** Calls `stored` once everything written so far is durable, or `lost` when that commit failed. */
export function whenStored(db: Pick<CommitPoint, 'settled'>, stored: () => void, lost: () => void): void {
  const settled = db.settled()
  if (settled) settled.then(stored, lost)
  else stored()
}
