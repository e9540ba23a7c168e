/**
 * How a fake provider treats a request: an answer with this status (and the body the real provider gives
 * with it, unless another is named), no answer, or the end of the connection instead of one.
 */
export type Behaviour = number | { status: number; body: unknown } | 'hang' | 'half-close'

/** What a fake provider does with its next requests: what was queued, then the same for all. */
export class Script<B = Behaviour> {
  readonly #queue: B[] = []
  #otherwise: B

  constructor(otherwise: B) {
    this.#otherwise = otherwise
  }

  /** For the next requests, one each. */
  next(...behaviours: B[]): void {
    this.#queue.push(...behaviours)
  }

  /** For every request after those that `next` named. */
  always(behaviour: B): void {
    this.#otherwise = behaviour
  }

  take(): B {
    return this.#queue.shift() ?? this.#otherwise
  }
}

/** What a fake provider received, to look at and to wait for. */
export class Inbox<T> {
  readonly all: T[] = []
  readonly #waiting = new Set<() => void>()

  add(item: T): void {
    this.all.push(item)
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  /** The first `count`, once they are there. */
  async first(count: number): Promise<T[]> {
    while (this.all.length < count) await new Promise<void>((resolve) => this.#waiting.add(resolve))
    return this.all.slice(0, count)
  }
}
