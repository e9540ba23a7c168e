import { z } from 'zod'
import { endpoint, MAX_BODY_LIMIT_BYTES } from './endpoint.ts'
import { FILE_PATH_MAX_LENGTH } from './file.ts'
import { RpcFailure } from './wire.ts'

/** Largest file a session takes, decoded (spec: Uploads). */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024
export const UPLOAD_NAME_MAX_LENGTH = 255

/** What a session's CLI is asked for (CLI-plane reference 7.3). */
export const UPLOAD_RPC = { uploadFile: 'uploadFile', deleteUpload: 'deleteUpload' } as const

/** Body of both uploads, to a session and to its scratchlist. */
export const UploadBody = z.object({
  filename: z.string().min(1).max(UPLOAD_NAME_MAX_LENGTH),
  /** base64 with padding; empty for an empty file */
  content: z.string(),
  mimeType: z.string().min(1).max(UPLOAD_NAME_MAX_LENGTH),
})
export type UploadBody = z.infer<typeof UploadBody>

/** `path` is where the CLI put the file, for the attachments of a message. */
export const UploadResponse = z.union([z.object({ success: z.literal(true), path: z.string() }), RpcFailure])
export type UploadResponse = z.infer<typeof UploadResponse>

export const DeleteUploadResponse = z.union([z.object({ success: z.literal(true) }), RpcFailure])
export type DeleteUploadResponse = z.infer<typeof DeleteUploadResponse>

/** Hands a file to an active session's CLI; refusals are 400 and 413 `{success: false, error}`. */
export const uploadFile = endpoint('POST', '/api/sessions/:id/upload', {
  body: UploadBody,
  response: UploadResponse,
  bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
  issues: 'none',
})

/** Removes a file that was uploaded and not sent after all. */
export const deleteUpload = endpoint('POST', '/api/sessions/:id/upload/delete', {
  body: z.object({ path: z.string().min(1).max(FILE_PATH_MAX_LENGTH) }),
  response: DeleteUploadResponse,
  issues: 'none',
})
