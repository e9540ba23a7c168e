import { getSession, type Session } from '../../contract/session.ts'
import type { ClientError } from '../client/client-error.ts'
import type { SessionSnapshot } from './hub-store-types.ts'
import { Journal } from './journal.ts'
import { Refetch } from './refetch.ts'
import type { SessionEvent } from './session-list.ts'
import { applySessionPatch, isRenderRelevant, readSessionUpdate } from './session-patch.ts'
import type { StoreContext } from './store-context.ts'

interface Entry {
  snapshot: SessionSnapshot
  journal: Journal<SessionEvent>
  refetch: Refetch
}

const LOADING: SessionSnapshot = { status: 'loading' }
const MISSING: SessionSnapshot = { status: 'missing' }

/** The full records of the sessions that were looked at, kept by events. */
export class SessionDetails {
  readonly #context: StoreContext
  readonly #entries = new Map<string, Entry>()
  /** Asked-for id to the id of the record the hub answered with. */
  readonly #resolved = new Map<string, string>()

  constructor(context: StoreContext) {
    this.#context = context
  }

  snapshot(id: string): SessionSnapshot {
    return this.#entries.get(id)?.snapshot ?? LOADING
  }

  /** The canonical id the hub resolved `id` to, or that its record says superseded it. */
  redirect(id: string): string | undefined {
    return (
      this.#resolved.get(id) ??
      this.#entries.get(id)?.snapshot.session?.metadata?.supersededBySessionId ??
      undefined
    )
  }

  /** Fetches the record; from then on events keep it. */
  refetch(id: string): Promise<void> {
    return this.#require(id).refetch.request()
  }

  /** Fetches again what was fetched before, as after a gap. */
  refetchKnown(id: string): void {
    void this.#entries.get(id)?.refetch.request()
  }

  retryFailed(): void {
    for (const entry of this.#entries.values()) entry.refetch.retryFailed()
  }

  stop(): void {
    for (const entry of this.#entries.values()) entry.refetch.stop()
  }

  apply(event: SessionEvent): void {
    const entry = this.#entries.get(event.sessionId)
    if (!entry) return
    entry.journal.record(event)
    const { snapshot, needsRefetch } = applyToSnapshot(entry.snapshot, event)
    this.#show(entry, snapshot)
    if (needsRefetch) void entry.refetch.request()
  }

  #require(id: string): Entry {
    const known = this.#entries.get(id)
    if (known) return known
    const entry: Entry = {
      snapshot: LOADING,
      journal: new Journal(),
      refetch: new Refetch({
        run: () => this.#load(id, entry),
        onError: (error) => this.#onError(entry, error),
        clock: this.#context.clock,
        random: this.#context.random,
      }),
    }
    this.#entries.set(id, entry)
    return entry
  }

  async #load(id: string, entry: Entry): Promise<void> {
    const journal = entry.journal.open()
    let session: Session
    let missed: readonly SessionEvent[]
    try {
      session = (await this.#context.client.call(getSession, { params: { id } })).session
    } finally {
      missed = journal.close()
    }
    if (session.id === id) this.#resolved.delete(id)
    else this.#resolved.set(id, session.id)
    let snapshot: SessionSnapshot = {
      status: 'ready',
      session: keepIdentity(entry.snapshot.session, session),
    }
    for (const event of missed) snapshot = applyToSnapshot(snapshot, event).snapshot
    this.#show(entry, snapshot)
  }

  #onError(entry: Entry, error: ClientError): void {
    if (error.status === 404) this.#show(entry, MISSING)
    else if (!entry.snapshot.session) this.#show(entry, { status: 'error', error })
  }

  #show(entry: Entry, snapshot: SessionSnapshot): void {
    const { status, session, error } = entry.snapshot
    if (status === snapshot.status && session === snapshot.session && error === snapshot.error) return
    entry.snapshot = snapshot
    this.#context.changed()
  }
}

function applyToSnapshot(
  snapshot: SessionSnapshot,
  event: SessionEvent,
): { snapshot: SessionSnapshot; needsRefetch: boolean } {
  if (event.type === 'session-removed') return { snapshot: MISSING, needsRefetch: false }
  const update = readSessionUpdate(event.sessionId, event.data)
  const known = snapshot.session
  if (update.kind === 'replace') {
    const session = keepIdentity(known, update.session)
    return { snapshot: { status: 'ready', session }, needsRefetch: false }
  }
  if (update.kind === 'patch' && known) {
    const session = applySessionPatch(known, update.patch)
    return { snapshot: { ...snapshot, session }, needsRefetch: false }
  }
  // A first load under way brings what the patch says, and is followed by the patch once more.
  return { snapshot, needsRefetch: update.kind === 'refetch' }
}

function keepIdentity(known: Session | undefined, next: Session): Session {
  return known && known.id === next.id && !isRenderRelevant(known, next) ? known : next
}
