import type { CliSessionBody, SessionAlivePayload } from '../../contract/cli-plane.ts'
import type { BroadcastEvent } from '../../contract/events.ts'
import { Session, SessionListResponse, SessionPatch, type SessionSummary } from '../../contract/session.ts'
import { newId } from '../ids.ts'
import { silentLog } from '../log.ts'
import { SessionService } from '../sessions/session-service.ts'
import { Database } from '../store/database.ts'
import { MessagesTable } from '../store/messages.ts'
import { SessionsTable } from '../store/sessions.ts'
import { ManualClock } from './manual-clock.ts'

export const IDLE_TIMEOUT_MS = 60 * 60_000

/** Sessions on a database in memory, with a bus that keeps what was published. */
export class SessionRoom {
  readonly db: Database
  readonly clock: ManualClock
  readonly table: SessionsTable
  readonly messages: MessagesTable
  readonly service: SessionService
  readonly #events: BroadcastEvent[] = []

  constructor({ db = Database.open(':memory:', silentLog), clock = new ManualClock() } = {}) {
    this.db = db
    this.clock = clock
    this.table = new SessionsTable(db)
    this.messages = new MessagesTable(db)
    this.service = new SessionService({
      db,
      sessions: this.table,
      messages: this.messages,
      bus: { publish: (event) => this.#events.push(event) },
      clock,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
    })
  }

  /** The same hub after a restart. */
  restart(): SessionRoom {
    this.db.flush()
    return new SessionRoom({ db: this.db, clock: this.clock })
  }

  get now(): number {
    return this.clock.now()
  }

  /** A new session's id; what its creation announced is forgotten. */
  create(body: Partial<CliSessionBody> = {}, namespace = 'default'): string {
    const metadata = { path: '/work', host: 'box', flavor: 'claude', lifecycleState: 'running' }
    const { id } = this.service.createOrLoad(namespace, { tag: newId(), metadata, agentState: {}, ...body })
    this.take()
    return id
  }

  alive(sid: string, payload: Partial<SessionAlivePayload> = {}): void {
    this.service.keepAlive({ sid, time: this.now, ...payload })
  }

  /** A session whose CLI is connected; what that announced is forgotten. */
  createActive(body: Partial<CliSessionBody> = {}, namespace = 'default'): string {
    const id = this.create(body, namespace)
    this.alive(id)
    this.take()
    return id
  }

  /** Stores a prompt with a localId. */
  queue(id: string, scheduledAt: number | null = null): void {
    const { pk } = this.session(id)
    this.db.write(() =>
      this.messages.insert(
        {
          id: newId(),
          sessionPk: pk,
          localId: newId(),
          contentJson: '{}',
          createdAt: this.now,
          scheduledAt,
          hidden: false,
          fromUser: true,
        },
        this.now,
      ),
    )
    this.service.messagesChanged(id)
  }

  session(id: string) {
    const record = this.service.find(id)
    if (!record) throw new Error(`There is no session ${id}`)
    return record
  }

  wire(id: string): Session {
    return Session.parse(this.service.toSession(this.session(id)))
  }

  /** The list as clients read it. */
  list(namespace = 'default', query: Parameters<SessionService['listJson']>[1] = {}): SessionSummary[] {
    return SessionListResponse.parse(JSON.parse(this.service.listJson(namespace, query).toString())).sessions
  }

  row(id: string): SessionSummary {
    const row = this.list(this.session(id).namespace).find((summary) => summary.id === id)
    if (!row) throw new Error(`The list does not hold ${id}`)
    return row
  }

  /** Commits, and takes the events published since the last time; each must be what the contract says. */
  take(): BroadcastEvent[] {
    this.db.flush()
    const events = this.#events.splice(0)
    for (const event of events) {
      if (event.type !== 'session-added' && event.type !== 'session-updated') continue
      const schema = isFull(event.data) ? Session : SessionPatch
      schema.parse(event.data)
    }
    return events
  }

  /** The patches and full sessions (as `'full'`) among the events since the last time. */
  updates(): unknown[] {
    return this.take().flatMap((event) => {
      if (event.type !== 'session-updated') return []
      return [isFull(event.data) ? 'full' : event.data]
    })
  }
}

const isFull = (data: unknown) => typeof data === 'object' && data !== null && 'namespace' in data
