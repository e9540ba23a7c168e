import { z } from 'zod'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { AgentFailed } from '../errors.ts'

const Envelope = z.looseObject({ success: z.boolean(), error: z.string().nullish() })

/**
 * What an agent answered, with all its fields, if it is the `{ success, ... }` that clients expect; a
 * failure without words gets some.
 * @throws AgentFailed for anything else
 */
export function readEnvelope(answer: unknown): z.infer<typeof Envelope> {
  const envelope = Envelope.safeParse(answer).data
  if (!envelope) throw new AgentFailed(ERROR_TEXTS.agentUnreadable)
  if (envelope.success) return envelope
  return { ...envelope, error: envelope.error ?? ERROR_TEXTS.agentGaveNoReason }
}
