import type { ScratchlistLimits } from '../../contract/scratchlist.ts'
import { SettingError } from './settings.ts'

/** What holds where the environment says nothing (reference: not-shown A6). */
export const SCRATCHLIST_LIMITS: ScratchlistLimits = {
  maxBytesPerFile: 10 * 1024 * 1024,
  maxAttachmentsPerEntry: 4,
  maxBytesPerEntry: 20 * 1024 * 1024,
  maxBytesPerSession: 100 * 1024 * 1024,
  allowedMimeTypes: [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'image/svg+xml',
    'application/pdf',
    'text/plain',
  ],
}

/**
 * The budgets of scratchlist attachments, from `SVC_SCRATCHLIST_...`.
 * @throws SettingError naming the variable
 */
export function scratchlistLimits(env: Record<string, string | undefined>): ScratchlistLimits {
  const count = (name: string, fallback: number) => wholeNumber(`SVC_SCRATCHLIST_${name}`, env, fallback)
  return {
    maxBytesPerFile: count('MAX_ATTACHMENT_BYTES_PER_FILE', SCRATCHLIST_LIMITS.maxBytesPerFile),
    maxAttachmentsPerEntry: count('MAX_ATTACHMENTS_PER_ENTRY', SCRATCHLIST_LIMITS.maxAttachmentsPerEntry),
    maxBytesPerEntry: count('MAX_ATTACHMENT_BYTES_PER_ENTRY', SCRATCHLIST_LIMITS.maxBytesPerEntry),
    maxBytesPerSession: count('MAX_ATTACHMENT_BYTES_PER_SESSION', SCRATCHLIST_LIMITS.maxBytesPerSession),
    allowedMimeTypes: mediaTypes('SVC_SCRATCHLIST_ALLOWED_ATTACHMENT_MIMES', env),
  }
}

function wholeNumber(variable: string, env: Record<string, string | undefined>, fallback: number): number {
  const written = env[variable]?.trim() ?? ''
  if (written === '') return fallback
  const value = Number(written)
  if (/^\d+$/.test(written) && value > 0 && Number.isSafeInteger(value)) return value
  throw new SettingError(
    `The environment variable ${variable} must be a whole number above 0, not "${written}".`,
  )
}

function mediaTypes(variable: string, env: Record<string, string | undefined>): string[] {
  const written = env[variable]?.trim() ?? ''
  if (written === '') return SCRATCHLIST_LIMITS.allowedMimeTypes
  const types = written.split(',').map((type) => type.trim().toLowerCase())
  const isType = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/
  if (types.every((type) => isType.test(type))) return types
  throw new SettingError(
    `The environment variable ${variable} must be media types with commas between them, such as "image/png,text/plain", not "${written}".`,
  )
}
