import type { SearchSnippet } from '../../../contract/search.ts'

export interface MarkedPart {
  start: number
  text: string
  isMatch: boolean
}

/** The text cut at the ends of its matches; ranges that do not fit it are left out. */
export function markedParts({ text, matches }: SearchSnippet): MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  const add = (end: number, isMatch: boolean) => {
    if (end > at) parts.push({ start: at, text: text.slice(at, end), isMatch })
    at = Math.max(at, end)
  }
  for (const { start, end } of matches) {
    if (start < at || end > text.length) continue
    add(start, false)
    add(end, true)
  }
  add(text.length, false)
  return parts
}
