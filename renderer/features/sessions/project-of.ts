import type { SessionSummary } from '../../../contract/session.ts'
import { folderName } from './session-words.ts'

/** Where a session works: one folder of one computer. */
export interface Project {
  /** The same for every session of the project. */
  key: string
  /** The folder's name; empty where the agent did not say where it works. */
  name: string
  /** The name of the folder around it; empty at the root of a disk. */
  parent: string
  machineId: string | undefined
}

type ProjectSource = Pick<NonNullable<SessionSummary['metadata']>, 'path' | 'machineId' | 'worktree'> | null

/** A work tree belongs to the project it was made from, wherever it lies. */
export function projectOf(metadata: ProjectSource): Project {
  const root = metadata?.worktree?.basePath || metadata?.path
  if (!root) return { key: 'none', name: '', parent: '', machineId: undefined }
  const path = root.replace(/(?<=[^:])[/\\]+$/, '')
  const name = folderName(path)
  const machineId = metadata?.machineId
  return {
    key: JSON.stringify([machineId ?? '', sameFolder(path)]),
    name,
    parent: path.includes(name) ? folderName(path.slice(0, path.lastIndexOf(name))) : '',
    machineId,
  }
}

/** Windows takes both slashes and knows no capitals. */
const sameFolder = (path: string) => (/^[a-z]:/i.test(path) ? path.replaceAll('/', '\\').toLowerCase() : path)
