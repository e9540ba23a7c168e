import type { Readable } from 'node:stream'
import type { Clock } from './clock.ts'
import { redact } from './redact.ts'

const LAST_WORDS_MAX = 1500
/** What a process wrote before its end has been read by then; a pipe that a grandchild keeps open is left. */
export const LAST_WORDS_WITHIN_MS = 250

export interface HubOutputParts {
  stdout: Readable | null
  stderr: Readable | null
  /** Takes everything that is written. */
  write(chunk: Uint8Array): void
  clock: Clock
}

/** What a hub writes, to the very last line. */
export class HubOutput {
  readonly #parts: HubOutputParts
  #lastWords = ''

  constructor(parts: HubOutputParts) {
    this.#parts = parts
    this.#listen()
  }

  /** The last lines on stderr, without secrets. */
  get lastWords(): string {
    return redact(this.#lastWords).trim()
  }

  /** Something that was heard of the hub in another way than by its output. */
  add(text: string): void {
    const chunk = Buffer.from(`${text}\n`)
    this.#parts.write(chunk)
    this.#keep(chunk)
  }

  /**
   * To be called while Electron tells of the hub's exit. It tells that before everything was read, and takes all
   * listeners off the streams right after; so they are put on once more.
   * @param done called when stderr has come to its end, or when that takes too long
   */
  readToEnd(done: () => void): void {
    const { stderr, clock } = this.#parts
    let isDone = false
    const end = () => {
      timer.cancel()
      if (!isDone) done()
      isDone = true
    }
    const timer = clock.after(LAST_WORDS_WITHIN_MS, end)
    queueMicrotask(() => {
      this.#listen()
      if (stderr === null || stderr.readableEnded) end()
      else stderr.once('end', end)
    })
  }

  #listen(): void {
    const { stdout, stderr } = this.#parts
    // A listener that is still there must not hear everything twice.
    stdout?.off('data', this.#hearStdout).on('data', this.#hearStdout)
    stderr?.off('data', this.#hearStderr).on('data', this.#hearStderr)
  }

  readonly #hearStdout = (chunk: Buffer) => this.#parts.write(chunk)

  readonly #hearStderr = (chunk: Buffer) => {
    this.#parts.write(chunk)
    this.#keep(chunk)
  }

  #keep(chunk: Buffer): void {
    this.#lastWords = (this.#lastWords + chunk.toString()).slice(-LAST_WORDS_MAX)
  }
}
