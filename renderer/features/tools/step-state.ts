import type { Session } from '../../../contract/session.ts'
import type { ToolItem } from '../../decode/conversation-item.ts'
import { isObject } from '../../decode/envelope.ts'
import { plainText } from './result-text.ts'

/** What became of the request for leave to take a step; one that was allowed is a step like any other. */
export type AskedState = 'waiting' | 'denied' | 'withdrawn'

/** How far a step is; a key of `toolCards.state`. */
export type StepState = ToolItem['state'] | AskedState

/**
 * The steps people were asked about, by the id of their call (reference not-shown A2.2). Whoever has stopped waits
 * for no answer any more.
 */
export function askedSteps({
  active,
  agentState,
}: Pick<Session, 'active' | 'agentState'>): ReadonlyMap<string, AskedState> {
  const asked = new Map<string, AskedState>()
  for (const [id, { toolCallId, status }] of Object.entries(agentState?.completedRequests ?? {})) {
    if (status === 'denied') asked.set(toolCallId ?? id, 'denied')
    else if (status === 'canceled') asked.set(toolCallId ?? id, 'withdrawn')
  }
  if (!active) return asked
  for (const [id, { toolCallId }] of Object.entries(agentState?.requests ?? {}))
    asked.set(toolCallId ?? id, 'waiting')
  return asked
}

/**
 * How far a step is for people: one that was not allowed did not fail. Whatever was answered, a step that brought a
 * result was taken, and is said to be.
 */
export function stepState(
  { state, result }: Pick<ToolItem, 'state' | 'result'>,
  asked: AskedState | undefined,
): StepState {
  if (state === 'running') return asked ?? state
  const isTaken = state === 'done' && !isNothing(result)
  if (asked === 'denied' || asked === 'withdrawn') return isTaken ? state : asked
  return state === 'error' && REFUSALS.test(plainText(result)?.trim() ?? '') ? 'denied' : state
}

/** No result, or one that says that nothing was done. */
function isNothing(result: unknown): boolean {
  if (isObject(result) && /^(?:declined|denied|rejected)$/.test(String(result.status))) return true
  return plainText(result) === ''
}

/** What agents tell themselves of a step that was refused, at their terminal or by their settings. */
const REFUSALS =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed with this tool use|take this action)|User rejected tool use|Permission to use .{1,200} has been denied)/
