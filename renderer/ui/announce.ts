import { browserClock, type Clock } from '../client/clock.ts'

/** One thing a screen reader is to say. */
export interface Announcement {
  id: number
  text: string
}

/** Longer than the slowest reader waits before it takes up what changed; then nobody shall come across it. */
export const KEPT_MS = 10_000

/**
 * What screen readers are to say, in order. Each text stays beside those before it for a while: a reader that
 * is still speaking takes up what was added meanwhile, and would miss a text that made room for another.
 */
export class Announcements {
  readonly #clock: Pick<Clock, 'after'>
  readonly #listeners = new Set<() => void>()
  #current: readonly Announcement[] = []
  #lastId = 0

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  add(text: string): void {
    this.#lastId += 1
    const added = { id: this.#lastId, text }
    this.#change([...this.#current, added])
    this.#clock.after(KEPT_MS, () => this.#change(this.#current.filter((kept) => kept !== added)))
  }

  /** The same list until it changes. */
  readonly current = (): readonly Announcement[] => this.#current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #change(next: readonly Announcement[]): void {
    this.#current = next
    for (const listener of this.#listeners) listener()
  }
}

/** Those of this page. */
export const announcements = new Announcements(browserClock)

/** Has a screen reader say `text` when it is done with what it says now. */
export const announce = (text: string): void => announcements.add(text)
