import type { SearchSnippet } from '../../contract/search.ts'
import type { SearchTerm } from './search-terms.ts'
import { type Word, wordsOf } from './words.ts'

const SNIPPET_LENGTH = 180
/** So much of what stands before the first match is shown. */
const LEAD_LENGTH = 50
/** Which of them is shown first matters little in a text that is full of them. */
const MATCHES_MAX = 200

interface Range {
  start: number
  end: number
}

/** The place of a text where the most terms are close together, on one line, with every match in it. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): SearchSnippet {
  const line = text.replace(/\s+/gu, ' ').trim()
  const found = findTerms(wordsOf(line), terms)
  const { start, end } = windowOf(line, bestStart(found))
  const before = start > 0 ? '…' : ''
  const after = end < line.length ? '…' : ''
  const shift = before.length - start
  return {
    text: `${before}${line.slice(start, end)}${after}`,
    matches: merged(found)
      .filter((range) => range.start >= start && range.end <= end)
      .map((range) => ({ start: range.start + shift, end: range.end + shift })),
  }
}

type Match = Range & { term: number }

function findTerms(words: readonly Word[], terms: readonly SearchTerm[]): Match[] {
  const found: Match[] = []
  for (const [at, { start }] of words.entries()) {
    if (found.length >= MATCHES_MAX) break
    for (const [index, term] of terms.entries()) {
      const last = words[at + term.words.length - 1]
      if (last && standsAt(words, at, term)) found.push({ term: index, start, end: last.end })
    }
  }
  return found
}

function standsAt(words: readonly Word[], at: number, { words: wanted, isPrefix }: SearchTerm): boolean {
  return wanted.every((word, offset) => {
    const { folded } = words[at + offset] as Word
    return isPrefix && offset === wanted.length - 1 ? folded.startsWith(word.folded) : folded === word.folded
  })
}

/** Where the first match of the piece stands that holds the most different terms. */
function bestStart(found: readonly Match[]): number {
  let best = { start: 0, terms: 0 }
  for (const { start } of found) {
    const close = found.filter(
      (match) => match.start >= start && match.end <= start + SNIPPET_LENGTH - LEAD_LENGTH,
    )
    const terms = new Set(close.map(({ term }) => term)).size
    if (terms > best.terms) best = { start, terms }
  }
  return best.start
}

/** Begins and ends between words where there are any, and never inside a character. */
function windowOf(line: string, at: number): Range {
  if (line.length <= SNIPPET_LENGTH) return { start: 0, end: line.length }
  const from = Math.max(0, Math.min(at - LEAD_LENGTH, line.length - SNIPPET_LENGTH))
  const space = from === 0 ? -1 : line.lastIndexOf(' ', at - 1)
  const nextSpace = line.indexOf(' ', from)
  const start = from === 0 ? 0 : nextSpace >= 0 && nextSpace <= space ? nextSpace + 1 : whole(line, from)
  const limit = Math.min(line.length, start + SNIPPET_LENGTH)
  if (limit === line.length) return { start, end: limit }
  const lastSpace = line.lastIndexOf(' ', limit)
  return { start, end: lastSpace > start + SNIPPET_LENGTH / 2 ? lastSpace : whole(line, limit) }
}

const whole = (line: string, index: number) => {
  const unit = line.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index
}

function merged(found: readonly Range[]): Range[] {
  const ranges: Range[] = []
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = ranges.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}
