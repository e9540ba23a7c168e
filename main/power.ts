export interface AwakeParts {
  /** Keeps the system from sleeping; the answer ends that. */
  block(): () => void
  /** The person wants it so. */
  isWanted(): boolean
}

/** Keeps the computer awake while agents work, if the person wants that. */
export class StayAwake {
  readonly #parts: AwakeParts
  #working = 0
  #release: (() => void) | undefined

  constructor(parts: AwakeParts) {
    this.#parts = parts
  }

  /** How many agents work now. */
  update(working: number): void {
    this.#working = working
    this.settingChanged()
  }

  settingChanged(): void {
    const should = this.#working > 0 && this.#parts.isWanted()
    if (should) this.#release ??= this.#parts.block()
    else {
      this.#release?.()
      this.#release = undefined
    }
  }
}
