import type { OwnerDevice } from '../../../contract/owner.ts'

type Registration = Pick<OwnerDevice, 'id' | 'seenAt'>

/** What registered since `before`, for the first time or again, the newest first. */
export function newDevices<Device extends Registration>(
  before: readonly Registration[],
  now: readonly Device[],
): Device[] {
  const seen = new Map(before.map(({ id, seenAt }) => [id, seenAt]))
  return now
    .filter(({ id, seenAt }) => seenAt > (seen.get(id) ?? Number.NEGATIVE_INFINITY))
    .sort((a, b) => b.seenAt - a.seenAt)
}
