const DAY_MS = 24 * 60 * 60_000
const QUARTER_MS = 15 * 60_000
const MOST_OFFSET_QUARTERS = 16 * 4

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

  /** When the local day began that lies `count` days after the one of `at`; on some days that is not midnight. */
  startOf(at: number, count = 0): number {
    const day = Math.floor(this.#wallClock(at) / DAY_MS) + count
    // No zone is further from UTC, and every offset in use is a number of quarter hours.
    let before = day * 4 * 24 - MOST_OFFSET_QUARTERS
    let start = day * 4 * 24 + MOST_OFFSET_QUARTERS
    while (start - before > 1) {
      const middle = Math.floor((before + start) / 2)
      if (Math.floor(this.#wallClock(middle * QUARTER_MS) / DAY_MS) < day) before = middle
      else start = middle
    }
    return start * QUARTER_MS
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
