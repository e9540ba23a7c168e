import type { SyncEvent } from '../../contract/events.ts'
import { listSessions, type SessionSummary } from '../../contract/session.ts'
import type { SessionListSnapshot } from './hub-store-types.ts'
import { Journal } from './journal.ts'
import { compareSessions } from './list-order.ts'
import { Refetch } from './refetch.ts'
import { isRenderRelevant, readSessionUpdate } from './session-patch.ts'
import { applySummaryPatch, summaryOf } from './session-summary.ts'
import type { StoreContext } from './store-context.ts'

/** The events that change what is known of a session. */
export type SessionEvent = Extract<
  SyncEvent,
  { type: 'session-added' | 'session-updated' | 'session-removed' }
>

/** The live session list: fetched once, then kept by events. */
export class SessionList {
  readonly #context: StoreContext
  readonly #journal = new Journal<SessionEvent>()
  readonly #refetch: Refetch
  #summaries: ReadonlyMap<string, SessionSummary> = new Map()
  #snapshot: SessionListSnapshot = { status: 'loading', sessions: [] }

  constructor(context: StoreContext) {
    this.#context = context
    this.#refetch = new Refetch({
      run: () => this.#load(),
      onError: (error) => {
        if (this.#snapshot.status !== 'ready') this.#show({ status: 'error', error: error.message })
      },
      clock: context.clock,
      random: context.random,
    })
  }

  snapshot(): SessionListSnapshot {
    return this.#snapshot
  }

  find(id: string): SessionSummary | undefined {
    return this.#summaries.get(id)
  }

  refetch(): Promise<void> {
    return this.#refetch.request()
  }

  retryFailed(): void {
    this.#refetch.retryFailed()
  }

  stop(): void {
    this.#refetch.stop()
  }

  apply(event: SessionEvent): void {
    this.#journal.record(event)
    const { summaries, needsRefetch } = applyToSummaries(this.#summaries, event)
    if (summaries !== this.#summaries) {
      this.#summaries = summaries
      if (this.#snapshot.status === 'ready') this.#show({ status: 'ready' })
    }
    // A list that is under way is asked first: it may know what this event is about.
    if (needsRefetch && !this.#journal.isOpen) void this.refetch()
  }

  async #load(): Promise<void> {
    const journal = this.#journal.open()
    let fetched: SessionSummary[]
    let missed: readonly SessionEvent[]
    try {
      fetched = (await this.#context.client.call(listSessions, { query: {} })).sessions
    } finally {
      missed = journal.close()
    }
    let summaries: ReadonlyMap<string, SessionSummary> = new Map(
      fetched.map((summary) => [summary.id, keepIdentity(this.#summaries.get(summary.id), summary)]),
    )
    for (const event of missed) {
      const applied = applyToSummaries(summaries, event)
      summaries = applied.summaries
      if (applied.needsRefetch) void this.refetch()
    }
    this.#summaries = summaries
    this.#show({ status: 'ready' })
  }

  #show(state: Omit<SessionListSnapshot, 'sessions'>): void {
    const sessions = [...this.#summaries.values()].sort(compareSessions)
    const before = this.#snapshot
    const isSame =
      before.status === state.status &&
      before.error === state.error &&
      before.sessions.length === sessions.length &&
      before.sessions.every((session, index) => session === sessions[index])
    if (isSame) return
    this.#snapshot = { ...state, sessions }
    this.#context.changed()
  }
}

interface Applied {
  summaries: ReadonlyMap<string, SessionSummary>
  needsRefetch: boolean
}

function applyToSummaries(summaries: ReadonlyMap<string, SessionSummary>, event: SessionEvent): Applied {
  const known = summaries.get(event.sessionId)
  if (event.type === 'session-removed') {
    if (!known) return { summaries, needsRefetch: false }
    const rest = new Map(summaries)
    rest.delete(event.sessionId)
    return { summaries: rest, needsRefetch: false }
  }
  const update = readSessionUpdate(event.sessionId, event.data)
  if (update.kind === 'refetch' || (update.kind === 'patch' && !known))
    return { summaries, needsRefetch: true }
  if (update.kind === 'replace') {
    // Only the hub's list counts what is scheduled; a session of which nothing is known may have some.
    const needsRefetch = !known && event.type === 'session-updated'
    return { summaries: withSummary(summaries, known, summaryOf(update.session, known)), needsRefetch }
  }
  if (!known) return { summaries, needsRefetch: true }
  return {
    summaries: withSummary(summaries, known, applySummaryPatch(known, update.patch)),
    needsRefetch: false,
  }
}

function withSummary(
  summaries: ReadonlyMap<string, SessionSummary>,
  known: SessionSummary | undefined,
  next: SessionSummary,
): ReadonlyMap<string, SessionSummary> {
  return next === known ? summaries : new Map(summaries).set(next.id, next)
}

function keepIdentity(known: SessionSummary | undefined, fetched: SessionSummary): SessionSummary {
  return known && !isRenderRelevant(known, fetched) ? known : fetched
}
