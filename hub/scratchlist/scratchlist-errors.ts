import type { ErrorCode } from '../../contract/errors.ts'
import { SCRATCHLIST_ENTRIES_MAX } from '../../contract/scratchlist.ts'
import { HubError } from '../errors.ts'

export const entryNotFound = () => new HubError(404, 'Scratchlist entry not found')
export const attachmentNotFound = () => new HubError(404, 'Attachment not found')
export const attachmentFileMissing = () => new HubError(404, 'Attachment file missing')

export const atCap = () =>
  new HubError(409, `The scratchlist holds ${SCRATCHLIST_ENTRIES_MAX} entries already`, {
    code: 'scratchlist_at_cap',
  })
export const entryEmpty = () =>
  new HubError(400, 'An entry needs a text or an attachment', { code: 'scratchlist_entry_empty' })
export const attachmentInUse = () =>
  new HubError(409, 'An entry names this attachment', { code: 'scratchlist_attachment_in_use' })

/** The entry names an attachment this session does not have. */
export const attachmentUnknown = () =>
  new HubError(400, 'The session has no such attachment', { code: 'scratchlist_attachment_invalid' })
export const tooManyAttachments = (max: number) =>
  new HubError(400, `An entry takes at most ${max} attachments`, {
    code: 'scratchlist_attachments_per_entry',
  })
export const entryBytesExceeded = (max: number) =>
  new HubError(400, `The attachments of an entry may have at most ${max} bytes together`, {
    code: 'scratchlist_attachments_entry_bytes',
  })

// What an upload is refused with says so twice, for clients that only look at `success`.
const refused = (status: number, message: string, code: ErrorCode) =>
  new HubError(status, message, { code, details: { success: false } })

/** What was sent is not a file with its name and type. */
export const uploadInvalid = (message: string) => refused(400, message, 'scratchlist_attachment_invalid')
export const uploadTooLarge = (max: number) =>
  refused(413, `An attachment may have at most ${max} bytes`, 'scratchlist_attachment_too_large')
export const mimeTypeNotAllowed = () =>
  refused(400, 'Files of this type are not taken', 'scratchlist_attachment_mime')
export const sessionBytesExceeded = (max: number) =>
  refused(
    400,
    `The attachments of a session may have at most ${max} bytes together`,
    'scratchlist_attachments_session_bytes',
  )
