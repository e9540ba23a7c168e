import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { redact } from './redact.ts'

/** A file is begun anew before it gets larger than this. */
export const LOG_FILE_BYTES = 2 * 1024 * 1024
/** The present file and the ones before it. */
export const LOG_FILES = 5
/** Text without a line break is held back up to here, so that no secret is written in two halves. */
const HELD_BACK_MAX = 64 * 1024

export interface RotatingLogOptions {
  folder: string
  /** `hub` gives `hub.log`, then `hub.1.log` for the one before it, up to `hub.4.log`. */
  name: string
  fileBytes?: number
  files?: number
  /** Secrets to hide in any shape; asked for at every line, because they are known only after the start. */
  secrets?: () => readonly string[]
}

export interface RotatingLog {
  /** The file that is written now. */
  readonly path: string
  /** Takes text in pieces of any size; whole lines are written at once, without secrets. Never throws. */
  write(chunk: string | Uint8Array): void
  /** Writes what was held back. Nothing is written afterwards. */
  close(): void
}

/**
 * A log of bounded size for its owner alone (mode 0600). Written synchronously, so that the last words before
 * a crash are there. A disk that is full or gone costs lines, never the app: they are counted, and the count
 * is written once writing works again.
 */
export function openRotatingLog(options: RotatingLogOptions): RotatingLog {
  return new RotatingLogFiles(options)
}

class RotatingLogFiles implements RotatingLog {
  readonly path: string
  readonly #options: Required<RotatingLogOptions>
  readonly #decoder = new StringDecoder('utf8')
  #file: number | undefined
  #bytes = 0
  #heldBack = ''
  #lostLines = 0
  #isClosed = false

  constructor(options: RotatingLogOptions) {
    this.#options = { fileBytes: LOG_FILE_BYTES, files: LOG_FILES, secrets: () => [], ...options }
    this.path = this.#pathOf(0)
  }

  write(chunk: string | Uint8Array): void {
    if (this.#isClosed) return
    this.#heldBack += typeof chunk === 'string' ? chunk : this.#decoder.write(Buffer.from(chunk))
    const end = this.#heldBack.lastIndexOf('\n') + 1
    const ready = this.#heldBack.length > HELD_BACK_MAX && end === 0 ? `${this.#heldBack}\n` : ''
    const lines = ready || this.#heldBack.slice(0, end)
    this.#heldBack = ready ? '' : this.#heldBack.slice(end)
    if (lines !== '') this.#writeLines(lines)
  }

  close(): void {
    if (this.#isClosed) return
    if (this.#heldBack !== '') this.#writeLines(`${this.#heldBack}\n`)
    this.#isClosed = true
    this.#closeFile()
  }

  #writeLines(lines: string): void {
    const lost = this.#lostLines > 0 ? `(${this.#lostLines} lines could not be written)\n` : ''
    const bytes = Buffer.from(lost + redact(lines, this.#options.secrets()))
    try {
      this.#write(bytes)
      this.#lostLines = 0
    } catch {
      // There is nowhere left to say it: the count is said by the next line that can be written.
      this.#lostLines += lines.split('\n').length - 1
      this.#closeFile()
    }
  }

  #write(bytes: Buffer): void {
    if (this.#file === undefined) this.#open()
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.#options.fileBytes) this.#rotate()
    writeSync(this.#file ?? this.#open(), bytes)
    this.#bytes += bytes.length
  }

  #open(): number {
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 })
    const file = openSync(this.path, 'a', 0o600)
    this.#file = file
    // One that was there before may have been more open.
    if (process.platform !== 'win32') fchmodSync(file, 0o600)
    this.#bytes = fstatSync(file).size
    return file
  }

  #rotate(): void {
    this.#closeFile()
    try {
      rmSync(this.#pathOf(this.#options.files - 1), { force: true })
      for (let age = this.#options.files - 2; age >= 0; age -= 1) {
        if (existsSync(this.#pathOf(age))) renameSync(this.#pathOf(age), this.#pathOf(age + 1))
      }
    } catch {
      // Windows does not rename a file that somebody reads. The file grows until that has an end.
    }
  }

  #closeFile(): void {
    if (this.#file === undefined) return
    const file = this.#file
    this.#file = undefined
    try {
      closeSync(file)
    } catch {
      // On a disk that has gone there is nothing left to close.
    }
  }

  #pathOf(age: number): string {
    return join(
      this.#options.folder,
      age === 0 ? `${this.#options.name}.log` : `${this.#options.name}.${age}.log`,
    )
  }
}
