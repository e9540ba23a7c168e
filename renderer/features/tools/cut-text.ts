/** The beginning of a text that is too long to be shown at once. */
export interface CutText {
  shown: string
  lineCount: number
  isCut: boolean
}

interface Limits {
  lines: number
  characters: number
}

/** Cuts text to so many lines and characters, not within a character or a usual word; text little longer stays whole. */
export function cutText(text: string, { lines, characters }: Limits): CutText {
  const lineCount = countLines(text)
  // A fold that hides next to nothing is only in the way.
  if (lineCount <= lines * 1.25 && text.length <= characters * 1.25)
    return { shown: text, lineCount, isCut: false }
  const end = Math.min(endOfLine(text, lines), characters)
  const [word = ''] = /\S{0,30}$/.exec(text.slice(Math.max(0, end - 30), end)) ?? []
  const isInWord = word.length < 30 && /\S/.test(text[end] ?? '')
  if (isInWord) return result(text, text.slice(0, end - word.length), lineCount)
  const isSplit = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')
  return result(text, text.slice(0, isSplit ? end - 1 : end), lineCount)
}

const result = (text: string, shown: string, lineCount: number): CutText => ({
  shown,
  lineCount,
  isCut: shown.length < text.trimEnd().length,
})

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    count += 1
  return count
}

function endOfLine(text: string, lines: number): number {
  let at = -1
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return text.length
  }
  return at
}
