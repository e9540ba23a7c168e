import { DeleteUploadResponse, UPLOAD_RPC, UploadResponse } from '../../contract/upload.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { VerbatimText } from '../link/verbatim.ts'
import { readAnswer } from './agent-answers.ts'

/** A file on its way to an agent. */
export interface UploadedFile {
  filename: string
  mimeType: string
  /** base64 */
  content: VerbatimText
}

/**
 * Files for an agent to read, handed to its CLI, which keeps them until the session ends (spec: Uploads).
 * Both methods reject with AgentUnreachable or AgentFailed.
 */
export class SessionUploads {
  readonly #link: Pick<AgentLink, 'call'>

  constructor({ link }: { link: Pick<AgentLink, 'call'> }) {
    this.#link = link
  }

  /** The whole file in one frame: the 48 MiB of SOCKET_MAX_FRAME_BYTES are for frames the hub receives. */
  async upload(sessionId: string, { filename, mimeType, content }: UploadedFile): Promise<UploadResponse> {
    const params = { sessionId, filename, mimeType }
    const verbatim = { key: 'content', text: content }
    const answer = await this.#link.call(sessionId, UPLOAD_RPC.uploadFile, params, { verbatim })
    return readAnswer(UploadResponse, answer)
  }

  async delete(sessionId: string, path: string): Promise<DeleteUploadResponse> {
    const answer = await this.#link.call(sessionId, UPLOAD_RPC.deleteUpload, { sessionId, path })
    return readAnswer(DeleteUploadResponse, answer)
  }
}
