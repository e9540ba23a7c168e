import { z } from 'zod'

/** The codes the spec names, plus the reference's own for resume and restart-runner. */
export const ERROR_CODES = [
  'access_denied',
  'session_not_found',
  'machine_not_found',
  'session_inactive',
  'resume_unavailable',
  'resume_failed',
  'metadata_conflict',
  'runner_upgrade_required',
  'control_mode_not_applicable',
  'no_machine_online',
  'machine_offline',
  'restart_unsupported',
  'restart_failed',
  'rpc_target_missing',
  'scratchlist_at_cap',
  'scratchlist_attachment_in_use',
  'scratchlist_attachment_invalid',
  'scratchlist_attachment_too_large',
  'scratchlist_entry_empty',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Every error body of the client API (spec: Errors). Clients branch on (status, code), never on text. */
export const ErrorBody = z.looseObject({
  error: z.string(),
  code: z
    .string()
    .optional()
    .meta({ examples: [...ERROR_CODES] }),
  issues: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
