import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { FILE_RPC } from '../../contract/file.ts'
import { RpcFailure } from '../../contract/wire.ts'
import { AgentFailed } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { ImageAnswer, readAnswer } from './agent-answers.ts'

export interface GeneratedImage {
  bytes: Buffer
  /** As the CLI says; undefined when it does not. */
  mimeType: string | undefined
  fileName: string | undefined
}

const isBase64 = (text: string) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0

/** Pictures, sounds and films an agent made, kept by its CLI (spec: Generated images). */
export class GeneratedImages {
  readonly #link: Pick<AgentLink, 'call'>

  constructor({ link }: { link: Pick<AgentLink, 'call'> }) {
    this.#link = link
  }

  /** @throws AgentUnreachable, AgentFailed; also when the CLI has no such picture */
  async read(sessionId: string, imageId: string): Promise<GeneratedImage> {
    const answer = await this.#link.call(sessionId, FILE_RPC.readGeneratedImage, { id: imageId })
    const failure = RpcFailure.safeParse(answer)
    if (failure.success) throw new AgentFailed(failure.data.error)
    const { content, mimeType, fileName } = readAnswer(ImageAnswer, answer)
    const bytes = Buffer.from(content, 'base64')
    // Whatever is answered here is kept for a year.
    if (bytes.length === 0 || !isBase64(content)) throw new AgentFailed(ERROR_TEXTS.pictureUnreadable)
    return { bytes, mimeType, fileName }
  }
}
