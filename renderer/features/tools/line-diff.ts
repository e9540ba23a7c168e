export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Above this many lines on a side the old text is shown as removed and the new as added. */
export const DIFF_LINES_MAX = 400

/** Line by line, what becomes of `before` in `after`: the longest common lines stay. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const a = linesOf(before)
  const b = linesOf(after)
  if (a.length > DIFF_LINES_MAX || b.length > DIFF_LINES_MAX) {
    return [...a.map((text) => line('removed', text)), ...b.map((text) => line('added', text))]
  }
  const common = commonLengths(a, b)
  const result: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const old = a[i]
    const fresh = b[j]
    if (old !== undefined && old === fresh) {
      result.push(line('same', old))
      i += 1
      j += 1
    } else if (old !== undefined && (fresh === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      result.push(line('removed', old))
      i += 1
    } else {
      result.push(line('added', fresh ?? ''))
      j += 1
    }
  }
  return result
}

/** The lines of a patch as they are; what stands around the changes counts as unchanged. */
export function patchLines(patch: string): readonly DiffLine[] {
  return linesOf(patch).map((text) => {
    if (/^(\+\+\+|---) /.test(text)) return line('same', text)
    if (text.startsWith('+')) return line('added', text.slice(1))
    return text.startsWith('-') ? line('removed', text.slice(1)) : line('same', text.replace(/^ /, ''))
  })
}

const line = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, text })
const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
const at = (table: readonly number[][], i: number, j: number) => table[i]?.[j] ?? 0

/** How many lines the rests from `i` and `j` on have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = table[i] as number[]
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}
