const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
const MARK = /[{}[\]:,]/y

/** What may come next. */
type Place = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'rest'

/**
 * Where a text stops being JSON: the offset of the first word that cannot stand there; the text's length where
 * something is missing at its end, and where it is JSON. The errors of `JSON.parse` quote the text instead.
 */
export function jsonFaultAt(text: string): number {
  const words = new Words(text)
  const open: ('{' | '[')[] = []
  let place: Place = 'value'
  while (true) {
    words.take(SPACE)
    const { at } = words
    if (place === 'rest' && open.length === 0) return at
    const next = nextPlace(place, words, open)
    if (next === undefined) return at
    place = next
  }
}

/** Takes one word; undefined when it cannot stand here. */
function nextPlace(place: Place, words: Words, open: ('{' | '[')[]): Place | undefined {
  const isKey = place === 'key' || place === 'first key'
  const isValue = place === 'value' || place === 'first value'
  if ((isKey || isValue) && words.takeString()) return isKey ? 'colon' : 'rest'
  if (isValue && words.take(SCALAR)) return 'rest'
  const mark = words.take(MARK)
  if (mark === ':') return place === 'colon' ? 'value' : undefined
  if (mark === ',') return place !== 'rest' ? undefined : open.at(-1) === '{' ? 'key' : 'value'
  if (mark === '{' || mark === '[') {
    open.push(mark)
    return isValue ? (mark === '{' ? 'first key' : 'first value') : undefined
  }
  const isEnd = place === 'rest' || place === (mark === '}' ? 'first key' : 'first value')
  const begun = isEnd ? open.pop() : undefined
  return begun !== undefined && mark === (begun === '{' ? '}' : ']') ? 'rest' : undefined
}

/** A text that is read from its beginning. */
class Words {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get at(): number {
    return this.#at
  }

  /** What the pattern finds right here, passed by then; else nothing. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  /** Passes a whole string. Not one pattern: those run out of stack in long ones. */
  takeString(): boolean {
    const begin = this.#at
    const isWhole = this.#text[begin] === '"' && this.#takeToQuote()
    if (!isWhole) this.#at = begin
    return isWhole
  }

  #takeToQuote(): boolean {
    this.#at += 1
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at] as string
      if (letter === '\\') {
        if (!this.take(ESCAPE)) return false
        continue
      }
      this.#at += 1
      if (letter === '"') return true
      if (letter < ' ') return false
    }
    return false
  }
}
