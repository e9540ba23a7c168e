import { SESSION_RPC } from '../../contract/cli-plane.ts'
import { FileResponse } from '../../contract/file.ts'
import { AgentFailed } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** The files of a session's working directory, read by its CLI (spec: Git and files). */
export class SessionFiles {
  readonly #link: Pick<AgentLink, 'call'>

  constructor({ link }: { link: Pick<AgentLink, 'call'> }) {
    this.#link = link
  }

  /** One file as base64. @throws AgentUnreachable, AgentFailed */
  async read({ id, metadata }: Pick<SessionRecord, 'id' | 'metadata'>, path: string): Promise<FileResponse> {
    if (!metadata?.path) return { success: false, error: 'Session path not available' }
    const answer = FileResponse.safeParse(await this.#link.call(id, SESSION_RPC.readFile, { path }))
    if (!answer.success) throw new AgentFailed('The agent gave an answer that cannot be read')
    return answer.data
  }
}
