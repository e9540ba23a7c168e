import type { CliSessionBody, SessionAlivePayload } from '../../contract/cli-plane.ts'
import type {
  Metadata,
  ModelSelection,
  PinMode,
  Session,
  SessionListQuery,
  TeamState,
  TodoItem,
} from '../../contract/session.ts'
import type { Clock } from '../clock.ts'
import { changedMeanwhile } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { MessagesTable } from '../store/messages.ts'
import type { SessionIdentity, SessionRecord, SessionsTable } from '../store/sessions.ts'
import { type AppliedConfig, CONFIG_FIELDS, changedConfig, rememberModel } from './agent-config.ts'
import { createOrLoad } from './create-session.ts'
import { KeepAlive } from './keep-alive.ts'
import { LiveSessions } from './live-sessions.ts'
import { SessionAnnouncer, type SessionEndReason, type SessionEvents } from './session-announcer.ts'
import { SessionEdits } from './session-edits.ts'
import { SessionList } from './session-list.ts'
import { SessionLiveness } from './session-liveness.ts'
import { type RequireOptions, SessionLookup } from './session-lookup.ts'
import { type EditOptions, type VersionedOutcome, VersionedWrites } from './versioned-writes.ts'
import { toCliSession, toSession } from './wire-session.ts'

export type { EditOptions, VersionedOutcome } from './versioned-writes.ts'

export interface SessionServiceParts {
  db: Database
  sessions: SessionsTable
  messages: Pick<MessagesTable, 'scheduledSummary' | 'scheduledSummaries' | 'queuedLocalIds'>
  bus: SessionEvents
  clock: Clock
  /** How long a session may only keep alive before it counts as idle (`SVC_SESSION_IDLE_TIMEOUT_MS`). */
  idleTimeoutMs: number
}

type Listener = (id: string) => void
type EndListener = (id: string, reason: SessionEndReason | undefined) => void
type MergeListener = (from: SessionRecord, into: SessionRecord) => void

/**
 * Everything the hub knows of sessions: their rows, what is only known while they run, the list, and the
 * events about them (spec: Sessions, States, Versioned patch algorithm; CLI-plane reference 3.2, 5, 10).
 * Every method is synchronous; what it announces goes out after the commit.
 */
export class SessionService {
  readonly #db: Database
  readonly #sessions: SessionsTable
  readonly #clock: Clock
  readonly #live: LiveSessions
  readonly #lookup: SessionLookup
  readonly #list: SessionList
  readonly #announcer: SessionAnnouncer
  readonly #writes: VersionedWrites
  readonly #keepAlive: KeepAlive
  readonly #liveness: SessionLiveness
  readonly #edits: SessionEdits
  readonly #ready = new Set<string>()
  readonly #onBecameInactive: Listener[] = []
  readonly #onKeepAlive: Listener[] = []
  readonly #onReady: Listener[] = []
  readonly #onNativeIdChanged: Listener[] = []
  readonly #onRemoved: Listener[] = []
  readonly #onMerged: MergeListener[] = []
  readonly #onMetadataSent: Listener[] = []
  readonly #onAgentState: Listener[] = []
  readonly #onEnded: EndListener[] = []

  constructor({ db, sessions, messages, bus, clock, idleTimeoutMs }: SessionServiceParts) {
    this.#db = db
    this.#sessions = sessions
    this.#clock = clock
    const live = new LiveSessions({ db, sessions, clock })
    const lookup = new SessionLookup({ db, sessions, live })
    this.#live = live
    this.#lookup = lookup
    this.#list = new SessionList({ db, sessions, messages, live, clock })
    const announcer = new SessionAnnouncer({ db, bus, list: this.#list })
    this.#announcer = announcer
    this.#edits = new SessionEdits({ db, sessions, live, lookup, announcer, clock })
    this.#writes = new VersionedWrites({ db, sessions, live, lookup, announcer, clock }, (id) =>
      tell(this.#onNativeIdChanged, id),
    )
    const editMetadata = this.#writes.edit.bind(this.#writes)
    this.#keepAlive = new KeepAlive({ db, sessions, messages, live, announcer, clock }, editMetadata)
    this.#liveness = new SessionLiveness(
      { db, sessions, live, announcer, clock, idleTimeoutMs },
      { editMetadata, onBecameInactive: (id) => tell(this.#onBecameInactive, id) },
    )
  }

  // Finding

  /**
   * The session a client means: a superseded id stands for the session that replaced it, unless `exact`.
   * @throws HubError 404 unknown, 403 foreign namespace, 409 `session_inactive` with `active`.
   */
  require(namespace: string, id: string, options: RequireOptions = {}): SessionRecord {
    return this.#lookup.require(namespace, id, options)
  }

  /** The row with this very id, in any namespace. */
  find(id: string): SessionRecord | undefined {
    return this.#sessions.find(id)
  }

  /** What access checks need; kept in memory. */
  identify(id: string): SessionIdentity | undefined {
    return this.#lookup.identify(id)
  }

  /** Whether the session's CLI is connected. */
  isActive(id: string): boolean {
    const live = this.#live.peek(id)
    return live ? live.active : (this.#sessions.find(id)?.active ?? false)
  }

  isThinking(id: string): boolean {
    return this.#live.peek(id)?.thinking ?? false
  }

  /** The full wire record, with what is only known while the session runs. */
  toSession(record: SessionRecord): Session {
    return toSession(record, this.#live.peek(record.id))
  }

  /** As `toSession`, in the form CLIs accept. */
  toCliSession(record: SessionRecord): Session {
    return toCliSession(this.toSession(record))
  }

  /** Body of `GET /api/sessions`, from cached fragments. */
  listJson(namespace: string, query: SessionListQuery): Buffer {
    return this.#list.json(namespace, query)
  }

  /** The same body, gzip-compressed. */
  listGzip(namespace: string, query: SessionListQuery): Buffer {
    return this.#list.gzip(namespace, query)
  }

  // What a CLI says

  /** The session a CLI announces, in the form CLIs accept. @throws HubError 409 for a conflict of identity. */
  createOrLoad(namespace: string, body: CliSessionBody): Session {
    return this.#db.write(() => {
      const { record, isNew } = createOrLoad(
        { sessions: this.#sessions, clock: this.#clock },
        namespace,
        body,
      )
      const session = this.toSession(record)
      this.#announcer.full(session, isNew ? 'session-added' : 'session-updated')
      if (isNew) this.#db.afterCommit(() => tell(this.#onMetadataSent, session.id))
      return toCliSession(session)
    })
  }

  updateMetadata(id: string, expectedVersion: number, metadata: unknown): VersionedOutcome {
    const outcome = this.#writes.updateMetadata(id, expectedVersion, metadata)
    if (outcome.result === 'success') this.#db.afterCommit(() => tell(this.#onMetadataSent, id))
    return outcome
  }

  updateAgentState(id: string, expectedVersion: number, agentState: unknown): VersionedOutcome {
    const outcome = this.#writes.updateAgentState(id, expectedVersion, agentState)
    if (outcome.result === 'success') this.#db.afterCommit(() => tell(this.#onAgentState, id))
    return outcome
  }

  keepAlive(payload: SessionAlivePayload): void {
    if (this.#keepAlive.receive(payload)) tell(this.#onKeepAlive, payload.sid)
  }

  /** The agent is ready for prompts; forgotten when the session ends. */
  markReady(id: string): void {
    this.#ready.add(id)
    tell(this.#onReady, id)
  }

  isReady(id: string): boolean {
    return this.#ready.has(id)
  }

  /** A new process is about to take the session over: its readiness is yet to be told. */
  forgetReady(id: string): void {
    this.#ready.delete(id)
  }

  // Liveness

  markActive(id: string): void {
    this.#liveness.markActive(id)
  }

  markInactive(id: string): void {
    this.#ready.delete(id)
    this.#liveness.markInactive(id)
  }

  announceEnded(id: string, reason?: SessionEndReason): void {
    const identity = this.#lookup.identify(id)
    if (!identity) return
    this.#announcer.ended({ id, namespace: identity.namespace }, reason)
    this.#db.afterCommit(() => {
      for (const listener of this.#onEnded) listener(id, reason)
    })
  }

  promptQueued(id: string, createdAt: number): void {
    this.#liveness.promptQueued(id, createdAt)
  }

  dropQueuedGrace(id: string): void {
    this.#liveness.dropQueuedGrace(id)
  }

  addBackgroundTasks(id: string, delta: number): void {
    this.#liveness.addBackgroundTasks(id, delta)
  }

  /** A message, a queued prompt or a background task: an idle session is running again. */
  noteActivity(id: string): void {
    this.#liveness.noteActivity(id)
  }

  /** Expiry and idle reconciliation; driven every `HUB_TICK_MS`. */
  tick(): void {
    this.#liveness.tick()
  }

  // Edits

  /** The hub's own change of metadata; null from `change` leaves it. Answers whether it wrote. */
  editMetadata(id: string, change: (metadata: Metadata) => Metadata | null, options?: EditOptions): boolean {
    return this.#writes.edit(id, change, options)
  }

  /** @throws HubError 409 when another write won. */
  rename(id: string, name: string): void {
    if (!this.#writes.edit(id, (metadata) => ({ ...metadata, name }))) throw changedMeanwhile()
  }

  /** @throws HubError 409 when another write won. */
  setSummary(id: string, text: string): void {
    const summary = { text, updatedAt: this.#clock.now() }
    if (!this.#writes.edit(id, (metadata) => ({ ...metadata, summary }))) throw changedMeanwhile()
  }

  pin(record: SessionRecord, mode: PinMode): void {
    this.#edits.pin(record, mode)
  }

  /** @throws HubError 409 while the session is active. */
  delete(record: SessionRecord): void {
    this.#edits.delete(record)
    this.#ready.delete(record.id)
    tell(this.#onRemoved, record.id)
  }

  /** Deletes the row and all it holds, also while active: for rows merged into another. */
  remove(record: SessionRecord): void {
    this.#edits.remove(record)
    this.#ready.delete(record.id)
    tell(this.#onRemoved, record.id)
  }

  /** What `from` holds has become `into`'s; told inside the write that does it, for what else is kept by session. */
  merged(from: SessionRecord, into: SessionRecord): void {
    for (const listener of this.#onMerged) listener(from, into)
  }

  touch(id: string, at: number): void {
    this.#edits.touch(id, at)
  }

  applyTodos(id: string, at: number, todos: TodoItem[]): void {
    this.#edits.applyTodos(id, at, todos)
  }

  applyTeamState(
    id: string,
    at: number,
    change: (team: TeamState | null) => TeamState | null | undefined,
  ): void {
    this.#edits.applyTeamState(id, at, change)
  }

  noteConversationContent(id: string, has = true): void {
    this.#edits.noteConversationContent(id, has)
  }

  /** What the list says of the session's messages has changed. */
  messagesChanged(id: string): void {
    const identity = this.#lookup.identify(id)
    if (identity) this.#announcer.silently({ id, namespace: identity.namespace })
  }

  publishFull(id: string, type: 'session-added' | 'session-updated' = 'session-updated'): void {
    this.#edits.publishFull(id, type)
  }

  /** The row was written through its table, by a merge: copies are read again and everybody gets it in full. */
  refresh(id: string): void {
    this.#edits.refresh(id)
  }

  /** Configuration the agent applied at the hub's request, or that waits for its next start. */
  applyConfig(id: string, applied: AppliedConfig): void {
    const live = this.#live.of(id)
    if (!live) return
    const now = this.#clock.now()
    const changed = changedConfig(live.config, applied, {}, now)
    for (const field of CONFIG_FIELDS) if (applied[field] !== undefined) live.stamps[field] = now
    this.#db.write(() => {
      if (changed) this.#keepAlive.adopt(live, changed)
      if (changed?.model !== undefined && live.hasMetadata) this.#rememberModel(id, changed.model)
      this.publishFull(id)
    })
  }

  #rememberModel(id: string, model: ModelSelection): void {
    this.#writes.edit(id, (metadata) => rememberModel(metadata, model), { publish: 'none' })
  }

  // Hooks, wired by hub.ts

  onBecameInactive(listener: Listener): void {
    this.#onBecameInactive.push(listener)
  }

  onKeepAlive(listener: Listener): void {
    this.#onKeepAlive.push(listener)
  }

  onReady(listener: Listener): void {
    this.#onReady.push(listener)
  }

  onNativeIdChanged(listener: Listener): void {
    this.#onNativeIdChanged.push(listener)
  }

  /** A row was deleted, with everything that hangs on it in the database. */
  onRemoved(listener: Listener): void {
    this.#onRemoved.push(listener)
  }

  onMerged(listener: MergeListener): void {
    this.#onMerged.push(listener)
  }

  /** A CLI replaced the session's agent state; told after the commit. */
  onAgentState(listener: Listener): void {
    this.#onAgentState.push(listener)
  }

  /** The session's process said that it ends; told after the commit. */
  onEnded(listener: EndListener): void {
    this.#onEnded.push(listener)
  }

  /** A session was created or its CLI replaced its metadata. */
  onMetadataSent(listener: Listener): void {
    this.#onMetadataSent.push(listener)
  }
}

function tell(listeners: Listener[], id: string): void {
  for (const listener of listeners) listener(id)
}
