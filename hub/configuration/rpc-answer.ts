import { z } from 'zod'
import { AgentFailed } from '../errors.ts'

const Envelope = z.looseObject({ success: z.boolean(), error: z.string().nullish() })

/**
 * What an agent answered, with all its fields, if it is the `{ success, ... }` that clients expect; a
 * failure without words gets some.
 * @throws AgentFailed for anything else
 */
export function readEnvelope(answer: unknown): z.infer<typeof Envelope> {
  const envelope = Envelope.safeParse(answer).data
  if (!envelope) throw new AgentFailed('The agent gave an answer that cannot be read')
  if (envelope.success) return envelope
  return { ...envelope, error: envelope.error ?? 'The agent did not say why it failed' }
}
