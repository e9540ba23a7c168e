const DAY_MS = 24 * 60 * 60_000

/**
 * Names the calendar day (`YYYY-MM-DD`) and the hour of the week of a moment in one IANA time zone. The zone's offset is asked
 * once per UTC day and again only on days it changes in, so that ten years cost milliseconds.
 */
export class LocalDays {
  readonly #format: Intl.DateTimeFormat
  /** UTC day to the zone's offset in ms at its start. */
  readonly #offsets = new Map<number, number>()
  /** The local day that was named last: moments mostly come in order. */
  #named = { day: Number.NaN, key: '' }

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  }

  keyOf(at: number): string {
    const local = this.#wallClock(at)
    const day = Math.floor(local / DAY_MS)
    if (day !== this.#named.day) this.#named = { day, key: new Date(local).toISOString().slice(0, 10) }
    return this.#named.key
  }

  /** The hour of the week a moment falls in: weekday 1 is Monday, hours are 0 to 23. */
  hourOf(at: number): { weekday: number; hour: number } {
    const local = new Date(this.#wallClock(at))
    return { weekday: local.getUTCDay() || 7, hour: local.getUTCHours() }
  }

  /** What the zone's clocks show at a moment, as if it were UTC. */
  #wallClock(at: number): number {
    const day = Math.floor(at / DAY_MS)
    const start = this.#offsetOfDay(day)
    const offset = start === this.#offsetOfDay(day + 1) ? start : this.#offsetAt(at)
    return at + offset
  }

  #offsetOfDay(day: number): number {
    let offset = this.#offsets.get(day)
    if (offset === undefined) {
      offset = this.#offsetAt(day * DAY_MS)
      this.#offsets.set(day, offset)
    }
    return offset
  }

  #offsetAt(at: number): number {
    const part = Object.fromEntries(
      this.#format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
  }
}
