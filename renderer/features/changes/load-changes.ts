import { getGitDiffFile, getGitDiffNumstat, getGitStatus, readSessionFile } from '../../../contract/file.ts'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { bytesOf, readContent } from '../files/file-content.ts'
import { type ChangedFile, isNoRepository, type LineCounts, parseNumstat, parseStatus } from './git-status.ts'
import { asAdded, parseDiff, type UnifiedDiff } from './unified-diff.ts'

export interface CountedFile extends ChangedFile {
  counts: LineCounts | undefined
}

/** What changed in a session's folder. */
export type Changes =
  | { kind: 'no-repository' }
  | {
      kind: 'changes'
      branch: string | undefined
      staged: readonly CountedFile[]
      unstaged: readonly CountedFile[]
    }

/** Asks git in the session's folder. Throws ClientError. */
export async function loadChanges(client: HubClient, id: string, signal: AbortSignal): Promise<Changes> {
  const params = { id }
  const [status, staged, unstaged] = await Promise.all([
    client.call(getGitStatus, { params, signal }),
    client.call(getGitDiffNumstat, { params, query: { staged: true }, signal }),
    client.call(getGitDiffNumstat, { params, query: { staged: false }, signal }),
  ])
  if (isNoRepository([status.error, status.stderr])) return { kind: 'no-repository' }
  if (!status.success) throw new ClientError(200, { error: status.error ?? status.stderr ?? '' })
  const files = parseStatus(status.stdout ?? '')
  // Without counts the list is still of use.
  const [stagedCounts, unstagedCounts] = [
    parseNumstat(staged.stdout ?? ''),
    parseNumstat(unstaged.stdout ?? ''),
  ]
  const counted = (list: readonly ChangedFile[], counts: ReadonlyMap<string, LineCounts>) =>
    list.map((file) => ({ ...file, counts: counts.get(file.path) }))
  return {
    kind: 'changes',
    branch: files.branch,
    staged: counted(files.staged, stagedCounts),
    unstaged: counted(files.unstaged, unstagedCounts),
  }
}

interface DiffQuery {
  file: ChangedFile
  isStaged: boolean
}

/** The change of one file; of one that git does not know yet, its whole content. Throws ClientError. */
export async function loadDiff(
  client: HubClient,
  id: string,
  { file: { path, isUntracked }, isStaged }: DiffQuery,
): Promise<UnifiedDiff> {
  const answer = await client.call(getGitDiffFile, { params: { id }, query: { path, staged: isStaged } })
  if (!answer.success) throw new ClientError(200, { error: answer.error ?? answer.stderr ?? '' })
  const diff = parseDiff(answer.stdout ?? '')
  if (!isUntracked || diff.rows.length > 0 || diff.isBinary) return diff
  const file = await client.call(readSessionFile, { params: { id }, query: { path } })
  if (!file.success) throw new ClientError(200, file)
  const content = readContent(path, bytesOf(file.content))
  if (content.kind === 'text') return asAdded(content.text)
  return { rows: [], isBinary: content.kind !== 'empty', isCut: false }
}
