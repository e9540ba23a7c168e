import { SESSION_RPC, SteerRpcResult } from '../../contract/cli-plane.ts'
import { flavorOf, isShared } from '../../contract/flavors.ts'
import type { SteerResponse } from '../../contract/message.ts'
import { AgentFailed, AgentUnreachable } from '../errors.ts'
import type { MessageRow } from '../store/messages.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { toDecryptedMessage } from './message-json.ts'
import type { MessageParts } from './message-parts.ts'

/**
 * Asks the CLI to inject a queued prompt into the running turn (spec: Steer rules). What the session or the
 * prompt does not allow is refused without asking (ruling 22).
 */
export async function steerMessage(
  { messages, link }: MessageParts,
  session: SessionRecord,
  messageId: string,
): Promise<SteerResponse> {
  const row = messages.find(session.pk, messageId)
  const localId = row?.localId ?? null
  const error = refusal(session, row)
  if (error !== undefined || !row) return { status: 'failed', error: error ?? 'Message not found', localId }
  if (row.invokedAt !== null) return { status: 'invoked', message: toDecryptedMessage(row) }
  try {
    const answer = await link.call(session.id, SESSION_RPC.steerQueuedMessage, { localId })
    const result = SteerRpcResult.safeParse(answer).data
    if (result?.steered === true) return { status: 'steered', localId }
    return { status: 'failed', error: result?.error ?? 'The agent did not take the message', localId }
  } catch (failure) {
    if (!(failure instanceof AgentFailed || failure instanceof AgentUnreachable)) throw failure
    return { status: 'failed', error: failure.message, localId }
  }
}

function refusal(session: SessionRecord, row: MessageRow | undefined): string | undefined {
  if (!canSteer(session)) return 'This session cannot be steered'
  if (session.agentState?.controlledByUser === true && !isShared(session.metadata)) {
    return 'The session is controlled from its terminal'
  }
  if (!row) return 'Message not found'
  if (row.scheduledAt !== null) return 'A scheduled message cannot be steered'
  if (row.localId === null) return 'This message was never queued'
  return undefined
}

function canSteer({ metadata }: SessionRecord): boolean {
  const { steer } = flavorOf(metadata)
  if (steer !== 'protocol-sessions') return steer === 'always'
  const { cursorSessionProtocol, cursorSessionId } = metadata ?? {}
  // A Cursor session that names no protocol is an old one, unless it has not begun.
  return cursorSessionProtocol == null ? !cursorSessionId : cursorSessionProtocol !== 'stream-json'
}
