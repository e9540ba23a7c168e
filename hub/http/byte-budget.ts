/** Bytes that may be in use at the same time; who does not get theirs at once waits in order of arrival. */
export class ByteBudget {
  readonly #total: number
  #free: number
  readonly #waiting: { bytes: number; grant: () => void }[] = []

  constructor(totalBytes: number) {
    this.#total = totalBytes
    this.#free = totalBytes
  }

  /** Runs `work` while `bytes` are set aside for it; more than there are counts as all of them. */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const share = Math.min(bytes, this.#total)
    await this.#take(share)
    try {
      return await work()
    } finally {
      this.#free += share
      this.#grant()
    }
  }

  #take(bytes: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ bytes, grant: resolve })
    this.#grant()
    return promise
  }

  #grant(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#free -= next.bytes
      next.grant()
    }
  }
}
