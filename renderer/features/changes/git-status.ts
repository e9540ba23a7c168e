import { unquotePath } from './git-path.ts'

export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type' | 'conflict'

/** One changed file, on one side of the index. */
export interface ChangedFile {
  path: string
  kind: ChangeKind
  /** What it was called before, for renamed and copied ones. */
  from: string | undefined
  /** Git does not know it yet. */
  isUntracked: boolean
}

/** What `git status --porcelain=v2 --branch` says. */
export interface GitStatus {
  /** Undefined when the last commit is no branch's. */
  branch: string | undefined
  staged: readonly ChangedFile[]
  unstaged: readonly ChangedFile[]
}

const KINDS: Readonly<Record<string, ChangeKind>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type',
}

/** Reads the output of git status; lines it does not know are passed over. */
export function parseStatus(output: string): GitStatus {
  let branch: string | undefined
  const staged: ChangedFile[] = []
  const unstaged: ChangedFile[] = []
  for (const line of output.split(/\r?\n/)) {
    const head = /^# branch\.head (.+)$/.exec(line)
    if (head) branch = head[1] === '(detached)' ? undefined : head[1]
    const entry = readEntry(line)
    if (!entry) continue
    const { path, from, state } = entry
    if (state === 'untracked') unstaged.push({ path, from, kind: 'added', isUntracked: true })
    else if (state === 'conflict') unstaged.push({ path, from, kind: 'conflict', isUntracked: false })
    else {
      const [index, tree] = [KINDS[state[0] ?? ''], KINDS[state[1] ?? '']]
      if (index)
        staged.push({ path, kind: index, from: isMove(index) ? from : undefined, isUntracked: false })
      if (tree) unstaged.push({ path, kind: tree, from: isMove(tree) ? from : undefined, isUntracked: false })
    }
  }
  return { branch, staged, unstaged }
}

const isMove = (kind: ChangeKind) => kind === 'renamed' || kind === 'copied'

interface Entry {
  path: string
  from: string | undefined
  /** `untracked`, `conflict`, or the two letters of index and working tree. */
  state: string
}

function readEntry(line: string): Entry | undefined {
  const ordinary = /^1 (..) \S+ \S+ \S+ \S+ \S+ \S+ (.+)$/.exec(line)
  if (ordinary) return { state: ordinary[1] ?? '', path: unquotePath(ordinary[2] ?? ''), from: undefined }
  const moved = /^2 (..) \S+ \S+ \S+ \S+ \S+ \S+ \S+ ([^\t]+)\t(.+)$/.exec(line)
  if (moved) {
    return { state: moved[1] ?? '', path: unquotePath(moved[2] ?? ''), from: unquotePath(moved[3] ?? '') }
  }
  const unmerged = /^u .. \S+ \S+ \S+ \S+ \S+ \S+ \S+ \S+ (.+)$/.exec(line)
  if (unmerged) return { state: 'conflict', path: unquotePath(unmerged[1] ?? ''), from: undefined }
  const untracked = /^\? (.+)$/.exec(line)
  return untracked
    ? { state: 'untracked', path: unquotePath(untracked[1] ?? ''), from: undefined }
    : undefined
}

/** How many lines a file gained and lost; undefined where git cannot count them. */
export interface LineCounts {
  added: number | undefined
  removed: number | undefined
}

/** Reads `git diff --numstat`, by the file's present path. */
export function parseNumstat(output: string): ReadonlyMap<string, LineCounts> {
  const counts = new Map<string, LineCounts>()
  for (const line of output.split(/\r?\n/)) {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.+)$/.exec(line) ?? []
    if (path === undefined) continue
    const count = (text = '') => (text === '-' ? undefined : Number(text))
    counts.set(presentPath(path), { added: count(added), removed: count(removed) })
  }
  return counts
}

/** `a/{b => c}/d` and `a => b` name a moved file's two paths at once. */
function presentPath(printed: string): string {
  const inner = /^(.*)\{(.*) => (.*)\}(.*)$/.exec(printed)
  if (inner) return `${inner[1]}${inner[3]}${inner[4]}`.replace('//', '/')
  const whole = /^(.+) => (.+)$/.exec(printed)
  return unquotePath(whole?.[2] ?? printed)
}

/** Whether git said that the folder is no project of its. */
export function isNoRepository(texts: readonly (string | undefined)[]): boolean {
  return texts.some((text) => text !== undefined && /not a git repository/i.test(text))
}
