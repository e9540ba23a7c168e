/** How long until a page whose process ended is loaded again: after its first end, after its second, ... */
export const RELOAD_PAUSES_MS = [0, 1000, 5000] as const
/** A page that stood for so long has recovered: its earlier ends are forgotten. */
export const PAGE_STABLE_AFTER_MS = 60_000

/** Counts the ends of a page, so that one that crashes as soon as it is there is not loaded for ever. */
export class PageCrashes {
  readonly #now: () => number
  #count = 0
  #lastAt = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The page's process ended. Answers after how long to load it again; undefined when it is to be left. */
  next(): number | undefined {
    const at = this.#now()
    if (at - this.#lastAt >= PAGE_STABLE_AFTER_MS) this.#count = 0
    this.#lastAt = at
    const pauseMs = RELOAD_PAUSES_MS[this.#count]
    this.#count += 1
    return pauseMs
  }

  /** How often it ended in a row. */
  get count(): number {
    return this.#count
  }

  /** Somebody wants to try it once more. */
  forget(): void {
    this.#count = 0
  }
}
