/**
 * Keeps the events that arrive while a request is under way. The answer may be older than they are, so they are
 * applied once more on top of it; handlers are idempotent, so it does no harm when it was newer.
 */
export class Journal<Event> {
  readonly #open = new Set<Event[]>()

  /** Whether a request is under way. */
  get isOpen(): boolean {
    return this.#open.size > 0
  }

  record(event: Event): void {
    for (const events of this.#open) events.push(event)
  }

  /** Starts keeping events; `close` returns them. */
  open(): { close(): readonly Event[] } {
    const events: Event[] = []
    this.#open.add(events)
    return {
      close: () => {
        this.#open.delete(events)
        return events
      },
    }
  }
}
