/** Longer texts are not played: their sequences are taken out, and that is all. */
const PLAYED_CHARACTERS = 100_000
/** A line grows no further to the right by moves of the cursor alone. */
const COLUMNS_MAX = 1000

const ESC = '\\u001b'
const CSI = `(?:${ESC}\\[|\\u009b)`
/** What a terminal does instead of showing it: CSI, OSC and other strings, short escapes, the bell. */
const SEQUENCE = [
  `${CSI}[0-?]*[ -/]*[@-~]`,
  `(?:${ESC}[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|${ESC}\\\\|\\u009c)`,
  `${ESC}[ -/]*[0-Zc-~\\\\]`,
  '\\u0007',
].join('|')
const SEQUENCES = new RegExp(SEQUENCE, 'g')
const TOKENS = new RegExp(
  `${SEQUENCE}|\\r\\n|[\\r\\n\\b]|[^\\u0007\\u001b\\u0080-\\u009f\\r\\n\\b]+|[\\s\\S]`,
  'g',
)
const MOVE = new RegExp(`^${CSI}(\\d*)(?:;\\d*)*([A-DGJK])$`)
const IS_SEQUENCE = new RegExp(`^(?:${SEQUENCE})$`)
const NEEDS_PLAYING = new RegExp(`[${ESC}\\u0007\\b\\u0080-\\u009f]|\\r(?!\\n)`)

/**
 * What a terminal would show of a command's output in the end: colours gone, progress bars at their last step.
 * Of a very long text the colours are gone and each step is a line. Other characters that nobody sees stay.
 */
export function terminalText(text: string): string {
  if (!NEEDS_PLAYING.test(text)) return text
  if (text.length > PLAYED_CHARACTERS) return text.replace(SEQUENCES, '').replace(/\r+\n?/g, '\n')
  const screen = new Screen()
  for (const [token] of text.matchAll(TOKENS)) screen.play(token)
  return screen.text
}

/** The lines of a terminal without end, and where it writes next. */
class Screen {
  readonly #lines = ['']
  #row = 0
  #column = 0

  get text(): string {
    return this.#lines.join('\n')
  }

  play(token: string): void {
    if (token === '\n' || token === '\r\n') {
      this.#row += 1
      this.#column = 0
      if (this.#row === this.#lines.length) this.#lines.push('')
    } else if (token === '\r') this.#column = 0
    else if (token === '\b') this.#column = Math.max(0, this.#column - 1)
    else if (IS_SEQUENCE.test(token)) this.#control(token)
    else this.#write(token)
  }

  get #line(): string {
    return this.#lines[this.#row] ?? ''
  }

  #write(run: string): void {
    const line = this.#line.padEnd(this.#column)
    this.#lines[this.#row] = line.slice(0, this.#column) + run + line.slice(this.#column + run.length)
    this.#column += run.length
  }

  #control(sequence: string): void {
    const [, digits, move] = MOVE.exec(sequence) ?? []
    const count = Math.min(Number(digits || 1), COLUMNS_MAX)
    switch (move) {
      case 'A':
        this.#row = Math.max(0, this.#row - count)
        break
      case 'B':
        this.#row = Math.min(this.#lines.length - 1, this.#row + count)
        break
      case 'C':
        this.#column = Math.max(this.#column, Math.min(COLUMNS_MAX, this.#column + count))
        break
      case 'D':
        this.#column = Math.max(0, this.#column - count)
        break
      case 'G':
        this.#column = Math.max(0, count - 1)
        break
      case 'J':
        // What was written before stays to be read, however often a program clears its screen.
        if (!digits) this.#clearBelow()
        break
      case 'K':
        this.#eraseLine(digits)
    }
  }

  #clearBelow(): void {
    this.#lines.length = this.#row + 1
    this.#eraseLine('0')
  }

  #eraseLine(part: string | undefined): void {
    const line = this.#line
    if (part === '2') this.#lines[this.#row] = ''
    else if (part === '1') this.#lines[this.#row] = ' '.repeat(this.#column) + line.slice(this.#column)
    else this.#lines[this.#row] = line.slice(0, this.#column)
  }
}
