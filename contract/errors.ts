import { z } from 'zod'

/**
 * Every code the client API answers: those the spec names, the reference's own, and those of its additions. The
 * window has a sentence for each.
 */
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
  'scratchlist_attachment_mime',
  'scratchlist_attachment_too_large',
  'scratchlist_attachments_entry_bytes',
  'scratchlist_attachments_per_entry',
  'scratchlist_attachments_session_bytes',
  'scratchlist_entry_empty',
  'stale_plan',
  'unavailable',
  'failed',
  'indeterminate',
  'token_fixed',
  'fixed_by_environment',
  'settings_unreadable',
  'disk_full',
  'data_folder_readonly',
  'backup_damaged',
  'backup_newer',
  'backup_foreign',
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

/** Codes that only command lines are answered, on the agent plane. */
export type CliErrorCode =
  | 'already_local'
  | 'clear_unavailable'
  | 'handoff_failed'
  | 'replacement_link_failed'
  | 'spawn_failed'
