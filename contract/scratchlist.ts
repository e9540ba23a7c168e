import { z } from 'zod'
import { endpoint, MAX_BODY_LIMIT_BYTES } from './endpoint.ts'
import { UploadBody } from './upload.ts'
import { EpochMs, Ok } from './wire.ts'

export const SCRATCHLIST_ENTRIES_MAX = 200
export const SCRATCHLIST_TEXT_MAX_LENGTH = 10_000
export const SCRATCHLIST_ENTRY_ID_MAX_LENGTH = 128
/** An attachment that no entry has named for this long after its upload is removed. */
export const SCRATCHLIST_UNUSED_ATTACHMENT_MS = 24 * 60 * 60 * 1000

/** A file kept beside the scratchlist. `path` names it on the hub: `svc-hub:scratchlist/<id>`. */
export const ScratchlistAttachment = z.object({
  id: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  /** bytes */
  size: z.number(),
  path: z.string(),
})
export type ScratchlistAttachment = z.infer<typeof ScratchlistAttachment>

/** A note kept with a session until it is sent or thrown away (spec: Scratchlist). */
export const ScratchlistEntry = z.object({
  entryId: z.string(),
  text: z.string(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
  attachments: z.array(ScratchlistAttachment),
})
export type ScratchlistEntry = z.infer<typeof ScratchlistEntry>

/** Budgets of attachments, in bytes where the name says so (reference: not-shown A6). */
export const ScratchlistLimits = z.object({
  maxBytesPerFile: z.number(),
  maxAttachmentsPerEntry: z.number(),
  maxBytesPerEntry: z.number(),
  maxBytesPerSession: z.number(),
  allowedMimeTypes: z.array(z.string()),
})
export type ScratchlistLimits = z.infer<typeof ScratchlistLimits>

const text = z.string().max(SCRATCHLIST_TEXT_MAX_LENGTH)

/** Only the id counts: whatever else a client says of an attachment is read from what the hub stored. */
const attachments = z.array(z.object({ id: z.string().min(1) }))

export const CreateScratchlistBody = z.object({
  text: text.default(''),
  entryId: z.string().min(1).max(SCRATCHLIST_ENTRY_ID_MAX_LENGTH).optional(),
  createdAt: z.int().min(0).optional(),
  attachments: attachments.default([]),
})
export type CreateScratchlistBody = z.infer<typeof CreateScratchlistBody>

export const UpdateScratchlistBody = z
  .object({ text: text.optional(), attachments: attachments.optional() })
  .refine((body) => body.text !== undefined || body.attachments !== undefined, {
    message: 'text or attachments is required',
  })
export type UpdateScratchlistBody = z.infer<typeof UpdateScratchlistBody>

export const ScratchlistResponse = z.object({ entries: z.array(ScratchlistEntry) })
export const ScratchlistEntryResponse = z.object({ entry: ScratchlistEntry })
export const ScratchlistUploadResponse = z.object({
  success: z.literal(true),
  attachment: ScratchlistAttachment,
})
export type ScratchlistUploadResponse = z.infer<typeof ScratchlistUploadResponse>

/** Newest first. */
export const listScratchlist = endpoint('GET', '/api/sessions/:id/scratchlist', {
  response: ScratchlistResponse,
})

/** 201 for a new entry; 200 with the stored one, unchanged, when the session has that `entryId` already. */
export const createScratchlistEntry = endpoint('POST', '/api/sessions/:id/scratchlist', {
  body: CreateScratchlistBody,
  response: ScratchlistEntryResponse,
  issues: 'list',
})

/** Replaces the text, the attachments, or both. */
export const updateScratchlistEntry = endpoint('PUT', '/api/sessions/:id/scratchlist/:entryId', {
  body: UpdateScratchlistBody,
  response: ScratchlistEntryResponse,
  issues: 'list',
})

export const deleteScratchlistEntry = endpoint('DELETE', '/api/sessions/:id/scratchlist/:entryId', {
  response: Ok,
})

export const getScratchlistLimits = endpoint('GET', '/api/sessions/:id/scratchlist/limits', {
  response: z.object({ limits: ScratchlistLimits }),
})

/** Stores a file for an entry to name; refusals are 400 and 413 `{success: false, error, code}`. */
export const uploadScratchlistAttachment = endpoint('POST', '/api/sessions/:id/scratchlist/upload', {
  body: UploadBody,
  response: ScratchlistUploadResponse,
  bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
  issues: 'none',
})

/** The raw bytes, as long as an entry names the attachment; the schema is that of a failure. */
export const getScratchlistAttachment = endpoint(
  'GET',
  '/api/sessions/:id/scratchlist/attachments/:attachmentId',
  { response: z.object({ error: z.string() }) },
)

/** 409 `scratchlist_attachment_in_use` while an entry names it. */
export const deleteScratchlistAttachment = endpoint(
  'DELETE',
  '/api/sessions/:id/scratchlist/attachments/:attachmentId',
  { response: Ok },
)
