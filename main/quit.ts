import type { WorkingSession } from '../contract/desktop.ts'
import type { Texts } from './texts.ts'

/** So many names stand in the question; the others are counted. */
const NAMED_MAX = 5

export interface QuitParts {
  working(): readonly WorkingSession[]
  /** Shows the question; true to quit. */
  ask(question: { title: string; text: string }): Promise<boolean>
  /** Stops the hub; resolves when it has ended. */
  stop(): Promise<void>
  /** Ends the app for good. */
  exit(): void
  texts: Texts['quit']
}

/** Ending the app: asked first when agents work, and never before the hub has stopped. */
export class Quit {
  readonly #parts: QuitParts
  #isAsking = false
  #stopped: Promise<void> | undefined
  #isLeaving = false
  #mayExit = false

  constructor(parts: QuitParts) {
    this.#parts = parts
  }

  /** The app is on its way out: windows close instead of hiding. */
  get isUnderWay(): boolean {
    return this.#stopped !== undefined
  }

  /** The hub has stopped; nothing holds the app any more. */
  get mayExit(): boolean {
    return this.#mayExit
  }

  /** A person wants to quit; also out of an installer that does not come to an end. */
  async request(): Promise<void> {
    if (this.#isAsking || this.#isLeaving) return
    const working = this.#parts.working()
    if (working.length > 0) {
      this.#isAsking = true
      const isMeant = await this.#parts.ask(this.#question(working)).finally(() => {
        this.#isAsking = false
      })
      if (!isMeant) return
    }
    await this.now()
  }

  /** Without a question: the system shuts down, or whoever started us asks for it. */
  async now(): Promise<void> {
    this.#isLeaving = true
    await this.prepare()
    this.#parts.exit()
  }

  /** Stops the hub for an end that somebody else brings about, such as the installer of an update. */
  async prepare(): Promise<void> {
    this.#stopped ??= this.#parts.stop()
    await this.#stopped
    this.#mayExit = true
  }

  /** What `prepare` was called for did not end the app. False when it ends all the same, by `now`. */
  revoke(): boolean {
    if (this.#isLeaving) return false
    this.#stopped = undefined
    this.#mayExit = false
    return true
  }

  #question(working: readonly WorkingSession[]) {
    const { title, text } = this.#parts.texts
    const names = working.slice(0, NAMED_MAX).map(({ sessionName }) => sessionName)
    return { title, text: text(names, working.length - names.length) }
  }
}
