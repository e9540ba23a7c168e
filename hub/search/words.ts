/**
 * Scripts that are written without spaces between words, or whose words carry their endings: each of their
 * characters is a word of its own, and what a person looks for is a row of them. So two characters of
 * Chinese find what one could not, without a dictionary.
 */
const SINGLE = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
const HAS_SINGLE = new RegExp(`[${SINGLE}]`, 'u')
const EACH_SINGLE = new RegExp(`[${SINGLE}]\\p{M}*`, 'gu')
const WORD = new RegExp(`[${SINGLE}]\\p{M}*|(?:(?![${SINGLE}])[\\p{L}\\p{N}\\p{Co}\\p{Mn}\\p{Mc}])+`, 'gu')

/** Text as the index takes it in. */
export function indexedWords(text: string): string {
  return HAS_SINGLE.test(text) ? text.replace(EACH_SINGLE, ' $& ') : text
}

export interface Word {
  /** As it is written; letters, digits and their marks alone. */
  written: string
  /** Without case and accents: what is compared. */
  folded: string
  /** Offsets into the text, UTF-16. */
  start: number
  end: number
}

/** The words of a text as the index tells them apart. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    written: word,
    folded: fold(word),
    start: index,
    end: index + word.length,
  })).filter(({ folded }) => folded !== '')
}

/** Whether what is typed so far may be the beginning of a longer word. */
export const canContinue = (word: string): boolean => !HAS_SINGLE.test(word)

/** Nearly as FTS5's unicode61 does with remove_diacritics 2; where they differ, a match is found but not marked. */
const fold = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
