export interface DiffRow {
  kind: 'same' | 'added' | 'removed' | 'gap'
  text: string
  /** Line number before the change. */
  before: number | undefined
  /** Line number after the change. */
  after: number | undefined
}

/** What a unified diff of one file shows. */
export interface UnifiedDiff {
  rows: readonly DiffRow[]
  isBinary: boolean
  /** The rest was left out. */
  isCut: boolean
}

/** So many lines of a change are shown. */
export const DIFF_ROWS_MAX = 3000

/** Reads a unified diff: its hunks as rows with line numbers, a gap before every hunk but the first. */
export function parseDiff(output: string): UnifiedDiff {
  const rows: DiffRow[] = []
  let before = 0
  let after = 0
  let isInHunk = false
  for (const line of output.replace(/\n$/, '').split('\n')) {
    if (rows.length >= DIFF_ROWS_MAX) return { rows, isBinary: false, isCut: true }
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(line)
    if (hunk) {
      before = Number(hunk[1])
      after = Number(hunk[2])
      if (isInHunk) rows.push({ kind: 'gap', text: hunk[3] ?? '', before: undefined, after: undefined })
      isInHunk = true
    } else if (!isInHunk) {
      if (/^(Binary files .* differ|GIT binary patch)/.test(line))
        return { rows, isBinary: true, isCut: false }
    } else if (line.startsWith('diff --git ')) isInHunk = false
    else if (line.startsWith('+'))
      rows.push({ kind: 'added', text: clean(line), before: undefined, after: after++ })
    else if (line.startsWith('-'))
      rows.push({ kind: 'removed', text: clean(line), before: before++, after: undefined })
    else if (!line.startsWith('\\'))
      rows.push({ kind: 'same', text: clean(line), before: before++, after: after++ })
  }
  return { rows, isBinary: false, isCut: false }
}

/** A file git does not know yet, as a change that adds every line. */
export function asAdded(text: string): UnifiedDiff {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const rows = lines
    .slice(0, DIFF_ROWS_MAX)
    .map((line, index): DiffRow => ({ kind: 'added', text: line, before: undefined, after: index + 1 }))
  return { rows, isBinary: false, isCut: lines.length > DIFF_ROWS_MAX }
}

/** Without its sign, and without the carriage return of files from Windows. */
const clean = (line: string) => line.slice(1).replace(/\r$/, '')
