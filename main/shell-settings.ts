import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { DesktopSettings } from '../contract/desktop.ts'

const FORMAT = 1

const Bounds = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  isMaximised: z.boolean(),
})
/** Where the window was. */
export type WindowBounds = z.infer<typeof Bounds>

const ShellFile = DesktopSettings.extend({
  format: z.literal(FORMAT),
  hasAskedAboutLogin: z.boolean(),
  /** The first closing of the window was explained. */
  trayNote: z.enum(['not-yet', 'told', 'read']),
  /** Notifications are silent until then, in epoch milliseconds. */
  pausedUntil: z.number().nullable(),
  bounds: Bounds.nullable(),
})
export type ShellValues = Omit<z.infer<typeof ShellFile>, 'format'>

const FRESH: ShellValues = {
  startAtLogin: false,
  keepAwake: true,
  updates: 'ask',
  hasAskedAboutLogin: false,
  trayNote: 'not-yet',
  pausedUntil: null,
  bounds: null,
}

/**
 * What the shell itself remembers, in `shell.json`. A file it cannot understand, for instance of a newer
 * version, is set aside under another name and never overwritten.
 */
export class ShellSettings {
  readonly #path: string
  readonly #log: (line: string) => void
  #values: ShellValues = FRESH
  /** False while a file that was not understood still stands in the place of ours. */
  #mayWrite = true
  /** English sentences about what was found. */
  readonly warnings: string[] = []

  constructor(path: string, { now, log }: { now: () => number; log: (line: string) => void }) {
    this.#path = path
    this.#log = log
    try {
      if (existsSync(path)) this.#load(now())
    } catch (error) {
      this.#mayWrite = false
      this.#warn(`The shell's settings ${path} could not be read: ${(error as Error).message}`)
    }
  }

  get values(): Readonly<ShellValues> {
    return this.#values
  }

  /** Changes and keeps some of the values. On a disk that cannot be written they hold until the app ends. */
  change(change: Partial<ShellValues>): void {
    this.#values = { ...this.#values, ...change }
    if (!this.#mayWrite) return
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      const temporary = `${this.#path}.new`
      const text = JSON.stringify({ format: FORMAT, ...this.#values }, null, 2)
      writeFileSync(temporary, `${text}\n`, { mode: 0o600 })
      renameSync(temporary, this.#path)
    } catch (error) {
      this.#log(`The shell's settings could not be kept: ${(error as Error).message}`)
    }
  }

  #load(now: number): void {
    const found = ShellFile.safeParse(parsed(readFileSync(this.#path, 'utf8')))
    if (found.success) {
      const { format: _, ...values } = found.data
      this.#values = values
      if (process.platform !== 'win32') chmodSync(this.#path, 0o600)
      return
    }
    const aside = `${this.#path}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`
    renameSync(this.#path, aside)
    this.#warn(`The shell's settings were not understood and were set aside as ${aside}`)
  }

  #warn(sentence: string): void {
    this.warnings.push(sentence)
    this.#log(sentence)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
