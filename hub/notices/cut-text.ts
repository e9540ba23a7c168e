const ELLIPSIS = '...'
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The text in at most `limit` Unicode code points: as it is, or cut between two characters a reader sees
 * (graphemes) and ended by `...` inside the limit.
 */
export function cutText(text: string, limit: number): string {
  let length = 0
  let kept = 0
  const room = limit - ELLIPSIS.length
  for (const { segment, index } of graphemes.segment(text)) {
    length += [...segment].length
    if (length <= room) kept = index + segment.length
    if (length > limit) return limit < ELLIPSIS.length ? '' : text.slice(0, kept) + ELLIPSIS
  }
  return text
}

/** The text as one line: runs of white space and control characters become one space. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** How many Unicode code points a text has. */
export const codePoints = (text: string): number => [...text].length

/** Something a person can read: not white space or invisible characters alone. */
export const isReadable = (value: unknown): value is string =>
  typeof value === 'string' && /[\p{L}\p{N}\p{P}\p{S}]/u.test(value)
