import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Clock, Timer } from './clock.ts'

const WITHIN_MS = 2000
const QUESTION = [
  'call',
  '--session',
  '--dest=org.freedesktop.DBus',
  '--object-path=/org/freedesktop/DBus',
  '--method=org.freedesktop.DBus.NameHasOwner',
  'org.kde.StatusNotifierWatcher',
]
/** At login the app may be there before the panel that shows the icons. */
export const ASK_EVERY_MS = 10_000
export const ASK_FOR_MS = 3 * 60_000

/**
 * Whether the desktop shows tray icons. On Linux some do not, and nobody says so to the one who makes an icon;
 * undefined where that cannot be found out. Never throws.
 */
export async function hasTrayHost(
  platform: NodeJS.Platform = process.platform,
): Promise<boolean | undefined> {
  if (platform !== 'linux') return true
  try {
    const { stdout } = await promisify(execFile)('gdbus', QUESTION, { timeout: WITHIN_MS })
    return stdout.includes('true')
  } catch {
    return undefined
  }
}

export interface TrayHostParts {
  /** As `hasTrayHost`. */
  ask(): Promise<boolean | undefined>
  /** The answer is another one than before, which was undefined when it is the first. */
  onChange(hasHost: boolean | undefined, before: boolean | undefined): void
  clock: Clock
}

/** Keeps asking whether the desktop shows tray icons while it does not, for it may begin to. */
export class TrayHostWatch {
  readonly #parts: TrayHostParts
  readonly #timer: Timer
  #answer: boolean | undefined
  #isAsking = false

  constructor(parts: TrayHostParts) {
    this.#parts = parts
    const { clock } = parts
    const until = clock.now() + ASK_FOR_MS
    this.#timer = clock.every(ASK_EVERY_MS, () => {
      if (this.#answer === true || clock.now() > until) this.#timer.cancel()
      else void this.ask()
    })
    void this.ask()
  }

  /** False only where the desktop is known to show no icons. */
  get mayShowIcons(): boolean {
    return this.#answer !== false
  }

  /** Asks at once, unless the desktop is known to show icons. */
  async ask(): Promise<void> {
    if (this.#isAsking || this.#answer === true) return
    this.#isAsking = true
    const answer = await this.#parts.ask()
    this.#isAsking = false
    const before = this.#answer
    if (answer === before) return
    this.#answer = answer
    this.#parts.onChange(answer, before)
  }

  close(): void {
    this.#timer.cancel()
  }
}
