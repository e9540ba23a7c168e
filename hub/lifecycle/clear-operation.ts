import { z } from 'zod'
import { flavorOf } from '../../contract/flavors.ts'
import type { Metadata } from '../../contract/session.ts'
import { ARCHIVE_KEYS, isArchived } from './metadata-keys.ts'

/** What the CLI gives as the reason when it archives itself to be replaced. */
export const CLEARED_REASON = 'Cleared by /clear'

const ClearOperation = z.object({
  replacementSessionId: z.string().min(1),
  state: z.enum([
    'reserved',
    'abort-needed',
    'cleanup-confirmed',
    'finalizing',
    'pending',
    'failed',
    'completed',
    'aborted',
  ]),
  updatedAt: z.number(),
  error: z.string().optional(),
})
export type ClearOperation = z.infer<typeof ClearOperation>

/** The `/clear` a session is in or was in; undefined when there is none that can be read. */
export function clearOperationOf(metadata: Metadata | null): ClearOperation | undefined {
  return ClearOperation.safeParse(metadata?.opencodeClearOperation).data
}

/** Whether the replacement is not yet a session like any other. */
export function isUnsettled({ state }: ClearOperation): boolean {
  return state !== 'completed' && state !== 'aborted'
}

/** Whether the old agent has agreed to go, so that the replacement may be started, or tried again. */
export function mayFinish({ state }: ClearOperation): boolean {
  return ['cleanup-confirmed', 'finalizing', 'pending', 'failed'].includes(state)
}

/** Whether the old agent is gone in order to be replaced. */
export function hasCleared(metadata: Metadata | null): boolean {
  return isArchived(metadata) && metadata?.archiveReason === CLEARED_REASON
}

/** The metadata of a replacement: the same place and the same person's choices, a conversation of its own. */
export function replacementMetadata(source: Metadata): Metadata {
  const { nativeIdKey } = flavorOf(source)
  const metadata: Metadata = { ...source, startedFromRunner: true, startedBy: 'runner' }
  delete metadata.supersededBySessionId
  delete metadata.opencodeClearOperation
  if (nativeIdKey !== null) delete metadata[nativeIdKey]
  for (const key of ARCHIVE_KEYS) delete metadata[key]
  return metadata
}
