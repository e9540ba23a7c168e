import { isShared } from '../../contract/flavors.ts'
import type { CancelResponse } from '../../contract/message.ts'
import type { CancelOutcome } from '../link/delivery.ts'
import type { DeliveryState, MessageRow } from '../store/messages.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { toDecryptedMessage } from './message-json.ts'
import type { MessageParts } from './message-parts.ts'
import type { PromptQueue } from './queue.ts'

/**
 * What becomes of the prompt: `consume` (the agent has it), `keep` (the CLI is at it), `doubt` (nobody can
 * say), `remove`.
 */
type Verdict = 'consume' | 'keep' | 'doubt' | 'remove'

/** The CLI's answer, read by the state the prompt was in (CLI-plane reference 8.4). */
const VERDICTS: Record<DeliveryState, Record<CancelOutcome, Verdict>> = {
  queued: {
    consumed: 'consume',
    'in-flight': 'keep',
    indeterminate: 'keep',
    removed: 'remove',
    'not-found': 'doubt',
    timeout: 'doubt',
  },
  dispatching: {
    consumed: 'consume',
    'in-flight': 'doubt',
    indeterminate: 'doubt',
    removed: 'doubt',
    'not-found': 'doubt',
    timeout: 'doubt',
  },
  indeterminate: {
    consumed: 'consume',
    'in-flight': 'keep',
    indeterminate: 'keep',
    removed: 'remove',
    'not-found': 'remove',
    timeout: 'keep',
  },
}

/**
 * Takes a prompt back if that is still possible (spec: Cancel rules). `messageId` may be its localId. A
 * prompt that has moved to another session while its CLI was asked is taken back from that one's, too.
 */
export async function cancelMessage(
  parts: MessageParts,
  queue: PromptQueue,
  session: SessionRecord,
  messageId: string,
): Promise<CancelResponse> {
  const { messages } = parts
  const row = messages.find(session.pk, messageId)
  if (!row) return { status: 'cancelled', localId: null }
  const { localId } = row
  if (row.invokedAt !== null || localId === null) return invoked(row)
  const verdict = await judge(parts, session, row, localId)
  const current = messages.findByPk(row.pk)
  const holder = messages.holder(row.pk)
  if (!current || !holder) return { status: 'cancelled', localId }
  if (current.invokedAt !== null) return invoked(current)
  const successor = holder.pk === session.pk ? undefined : parts.sessions.find(holder.id)
  if (successor && verdict !== 'consume') return cancelMessage(parts, queue, successor, row.id)
  switch (verdict) {
    case 'consume':
      queue.markInvoked(holder, [localId])
      return invoked(messages.findByPk(row.pk) ?? current)
    case 'remove':
      queue.remove(session, current)
      return { status: 'cancelled', localId }
    case 'doubt':
      queue.markIndeterminate(session, [localId])
      return { status: 'busy', localId }
    case 'keep':
      return { status: 'busy', localId }
  }
}

async function judge(
  { link, clock }: MessageParts,
  session: SessionRecord,
  { id, scheduledAt, deliveryState }: MessageRow,
  localId: string,
): Promise<Verdict> {
  const isLater = scheduledAt !== null && scheduledAt > clock.now()
  const isAttached = link.socketCount(session.id) > 0
  const shared = isShared(session.metadata)
  // The shared runtime may have it although its CLI is away.
  if (shared && !isAttached && !isLater) return 'doubt'
  if (deliveryState === 'queued' && (isLater || !isAttached)) return 'remove'
  const outcome = await link.requestCancel(session.id, id, localId)
  const verdict = VERDICTS[deliveryState][outcome]
  return shared && verdict === 'remove' && outcome !== 'removed' ? 'keep' : verdict
}

function invoked(row: MessageRow): CancelResponse {
  return { status: 'invoked', message: toDecryptedMessage(row) }
}
