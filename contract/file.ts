import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RpcFailure } from './wire.ts'

export const FileResponse = z.union([
  z.object({
    success: z.literal(true),
    /** base64 */
    content: z.string(),
    size: z.number().optional(),
    modified: z.number().optional(),
  }),
  RpcFailure,
])
export type FileResponse = z.infer<typeof FileResponse>

/** One file of the session's working directory, read by its CLI (spec: Git and files). */
export const readSessionFile = endpoint('GET', '/api/sessions/:id/file', {
  query: z.object({ path: z.string().min(1) }),
  response: FileResponse,
})
