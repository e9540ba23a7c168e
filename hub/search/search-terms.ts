import { canContinue, type Word, wordsOf } from './words.ts'

/** Beyond these a query says no more about what is meant. */
const TERMS_MAX = 16
/** Shorter beginnings are those of half the words there are. */
const PREFIX_MIN = 3

/** Words that stand in a row; the last of them may be a beginning. */
export interface SearchTerm {
  words: Word[]
  isPrefix: boolean
}

/**
 * What a person typed as terms that must all be found: what stands between two spaces is one, so that `a.b-c`
 * and a run of Chinese are looked for in a row. Empty when there is not one letter or digit in it.
 */
export function searchTerms(query: string): SearchTerm[] {
  const terms = query
    .split(/\s+/u)
    .map((part) => ({ words: wordsOf(part), isPrefix: false }))
    .filter(({ words }) => words.length > 0)
    .slice(0, TERMS_MAX)
  const last = terms.at(-1)
  const typed = last?.words.at(-1)?.written ?? ''
  if (last) last.isPrefix = typed.length >= PREFIX_MIN && canContinue(typed)
  return terms
}

/** The terms in the language of FTS5. Words hold nothing that could end the quotes. */
export function matchExpression(terms: readonly SearchTerm[]): string {
  return terms
    .map(({ words, isPrefix }) => `"${words.map(({ written }) => written).join(' ')}"${isPrefix ? '*' : ''}`)
    .join(' AND ')
}
