import { SESSION_RPC } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import {
  FILE_RPC,
  FileResponse,
  type FilesResponse,
  type FoundFile,
  type GitResponse,
  SessionDirectoryResponse,
} from '../../contract/file.ts'
import type { RpcFailure } from '../../contract/wire.ts'
import { AgentFailed, AgentUnreachable } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { CommandAnswer, readAnswer, StatAnswer } from './agent-answers.ts'
import { filesFound, isWindowsPath, searchArguments } from './file-search.ts'

/** What ripgrep's process ends with when no file matched. */
const NOTHING_FOUND = 1

type FilesOf = Pick<SessionRecord, 'id' | 'metadata'>

/**
 * The working directory of a session and the git repository it is, asked of its CLI (spec: Git and files;
 * CLI-plane reference 7.3). Paths are checked by the CLI. Every method rejects with AgentUnreachable or
 * AgentFailed, and answers a session without a path at once.
 */
export class SessionFiles {
  readonly #link: Pick<AgentLink, 'call'>

  constructor({ link }: { link: Pick<AgentLink, 'call'> }) {
    this.#link = link
  }

  gitStatus(session: FilesOf): Promise<GitResponse> {
    return this.#git(session, FILE_RPC.gitStatus, {})
  }

  gitDiffNumstat(session: FilesOf, params: { staged?: boolean | undefined }): Promise<GitResponse> {
    return this.#git(session, FILE_RPC.gitDiffNumstat, params)
  }

  gitDiffFile(
    session: FilesOf,
    params: { filePath: string; staged?: boolean | undefined },
  ): Promise<GitResponse> {
    return this.#git(session, FILE_RPC.gitDiffFile, params)
  }

  /** One file as base64. */
  async read({ id, metadata }: FilesOf, path: string): Promise<FileResponse> {
    if (!metadata?.path) return noPath()
    return readAnswer(FileResponse, await this.#link.call(id, SESSION_RPC.readFile, { path }))
  }

  /** What lies in a directory; '' is the working directory itself. */
  async list({ id, metadata }: FilesOf, path: string): Promise<SessionDirectoryResponse> {
    if (!metadata?.path) return noPath()
    return readAnswer(SessionDirectoryResponse, await this.#link.call(id, FILE_RPC.listDirectory, { path }))
  }

  /** Files by a part of their path, or by `*` and `?`, with size and time where the CLI can tell. */
  async search(
    { id, metadata }: FilesOf,
    { query: written, limit }: { query: string; limit: number },
  ): Promise<FilesResponse> {
    if (!metadata?.path) return noPath()
    const query = written.trim()
    const params = {
      args: searchArguments(query),
      cwd: metadata.path,
      ...(query !== '' && { fileSearch: { query, limit } }),
    }
    const answer = readAnswer(CommandAnswer, await this.#link.call(id, FILE_RPC.ripgrep, params))
    const { success, exitCode, stdout = '', stderr, error } = answer
    if (!success && exitCode !== NOTHING_FOUND) {
      return { success: false, error: error || stderr || ERROR_TEXTS.filesNotSearched }
    }
    const found = filesFound(stdout, { query, limit, isWindows: isWindowsPath(metadata.path) })
    return { success: true, files: await this.#withStats(id, found) }
  }

  /** At most FILE_SEARCH_LIMIT_MAX files, which is as many as `statFiles` takes at once. */
  async #withStats(id: string, files: FoundFile[]): Promise<FoundFile[]> {
    if (files.length === 0) return files
    const stats = new Map((await this.#stat(id, files)).map(({ path, ...stat }) => [path, stat]))
    return files.map((file) => ({ ...file, ...stats.get(file.fullPath) }))
  }

  async #stat(id: string, files: FoundFile[]) {
    const paths = files.map(({ fullPath }) => fullPath)
    try {
      const answer = StatAnswer.safeParse(await this.#link.call(id, FILE_RPC.statFiles, { paths }))
      return answer.success ? answer.data.entries : []
    } catch (error) {
      // An older CLI has no such handler; a search without sizes is still a search.
      if (error instanceof AgentUnreachable || error instanceof AgentFailed) return []
      throw error
    }
  }

  async #git({ id, metadata }: FilesOf, method: string, params: object): Promise<GitResponse> {
    if (!metadata?.path) return noPath()
    return readAnswer(CommandAnswer, await this.#link.call(id, method, { cwd: metadata.path, ...params }))
  }
}

const noPath = (): RpcFailure => ({ success: false, error: ERROR_TEXTS.sessionPathMissing })
