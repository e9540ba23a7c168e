import { z } from 'zod'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { AgentFailed } from '../errors.ts'

/** @throws AgentFailed when the CLI's answer is not of that shape */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new AgentFailed(ERROR_TEXTS.agentUnreadable)
  return parsed.data
}

const text = z.string().optional().catch(undefined)

/** What a command printed; fields we cannot read are left out. */
export const CommandAnswer = z.object({
  success: z.boolean(),
  stdout: text,
  stderr: text,
  exitCode: z.number().optional().catch(undefined),
  error: text,
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

export const StatAnswer = z.object({
  success: z.literal(true),
  entries: z.array(
    z.object({
      path: z.string(),
      size: z.number().optional().catch(undefined),
      modified: z.number().optional().catch(undefined),
    }),
  ),
})

export const ImageAnswer = z.object({
  success: z.literal(true),
  /** base64 */
  content: z.string(),
  mimeType: text,
  fileName: text,
})
