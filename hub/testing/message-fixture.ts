import type { DeliveredMessage, UpdateEnvelope } from '../../contract/cli-plane.ts'
import type { BroadcastEvent } from '../../contract/events.ts'
import { type DecryptedMessage, MessagesQuery, MessagesResponse } from '../../contract/message.ts'
import type { Metadata } from '../../contract/session.ts'
import type { CancelOutcome, RetryOutcome } from '../link/delivery.ts'
import { silentLog } from '../log.ts'
import { MessageService } from '../messages/message-service.ts'
import { SessionService } from '../sessions/session-service.ts'
import { Database } from '../store/database.ts'
import { MessagesTable } from '../store/messages.ts'
import { type SessionRecord, SessionsTable } from '../store/sessions.ts'
import { ManualClock } from './manual-clock.ts'

/** What lies outside of the machine: the CLIs of a session. */
export class RecordedLink {
  sockets = 1
  cancelOutcome: CancelOutcome = 'removed'
  retryOutcome: RetryOutcome = 'accepted'
  rpcAnswer: () => unknown = () => ({ steered: true })
  /** Runs while a question is open. */
  meanwhile: () => void = () => {}
  readonly delivered: { sessionId: string; envelope: UpdateEnvelope; except: string | undefined }[] = []
  readonly asked: unknown[] = []

  socketCount(): number {
    return this.sockets
  }

  deliver(sessionId: string, envelope: UpdateEnvelope, except?: string): void {
    this.delivered.push({ sessionId, envelope, except })
  }

  async requestCancel(_sessionId: string, _messageId: string, localId: string): Promise<CancelOutcome> {
    this.asked.push({ cancel: localId })
    await Promise.resolve()
    this.meanwhile()
    return this.sockets === 0 ? 'not-found' : this.cancelOutcome
  }

  async requestRetry(_sessionId: string, row: DeliveredMessage): Promise<RetryOutcome> {
    this.asked.push({ retry: row.localId, content: row.content })
    await Promise.resolve()
    this.meanwhile()
    return this.retryOutcome
  }

  async call(_sessionId: string, method: string, params: unknown): Promise<unknown> {
    this.asked.push({ method, params })
    await Promise.resolve()
    return this.rpcAnswer()
  }
}

export interface MessageFixture {
  db: Database
  clock: ManualClock
  table: MessagesTable
  sessions: SessionService
  messages: MessageService
  link: RecordedLink
  /** An active session of namespace `default`. */
  session: SessionRecord
  newSession(metadata?: Partial<Metadata>): SessionRecord
  /** Sends `text` under the localId `text`. */
  sendQueued(text: string, session?: SessionRecord): void
  /** An agent's plain words. */
  say(text: string, options?: { createdAt?: number; localId?: string }): void
  page(query?: Record<string, number>, session?: SessionRecord): MessagesResponse
  row(localId: string, session?: SessionRecord): DecryptedMessage | undefined
  /** Everything published since the last call. */
  events(): BroadcastEvent[]
  /** Types of `events()`; a patch reads `session-updated:key,key`, a whole session `session-updated:full`. */
  eventNames(): string[]
  /** Messages delivered to CLIs since the last call. */
  deliveries(): DeliveredMessage[]
}

export const agentText = (text: string) => ({
  role: 'agent',
  content: { type: 'codex', data: { type: 'message', message: text } },
})

export const output = (data: Record<string, unknown>) => ({
  role: 'agent',
  content: { type: 'output', data },
})
export const codex = (data: Record<string, unknown>) => ({ role: 'agent', content: { type: 'codex', data } })
export const event = (data: Record<string, unknown>) => ({
  role: 'agent',
  content: { id: 'e', type: 'event', data },
})

/** The real store, sessions and messages on a database in memory, with the CLIs and the bus recorded. */
export function messageFixture(metadata: Partial<Metadata> = {}): MessageFixture {
  const clock = new ManualClock()
  const db = Database.open(':memory:', silentLog)
  const table = new MessagesTable(db)
  let published: BroadcastEvent[] = []
  const bus = {
    publish: (event: BroadcastEvent) => void published.push(event),
    publishRaw: (_meta: unknown, json: string) => void published.push(JSON.parse(json)),
  }
  const link = new RecordedLink()
  const sessions = new SessionService({
    db,
    sessions: new SessionsTable(db),
    messages: table,
    bus,
    clock,
    idleTimeoutMs: 43_200_000,
  })
  const messages = new MessageService({ db, messages: table, sessions, bus, link, clock })
  const events = () => {
    db.flush()
    const taken = published
    published = []
    return taken
  }
  const newSession = (more: Partial<Metadata> = {}): SessionRecord => {
    const body = { tag: `tag-${clock.now()}-${Math.random()}`, metadata: { path: '/w', host: 'h', ...more } }
    const { id } = sessions.createOrLoad('default', body)
    sessions.keepAlive({ sid: id, time: clock.now(), thinking: false })
    events()
    return sessions.require('default', id)
  }
  const session = newSession(metadata)
  const page = (query: Record<string, number> = {}, of = session) =>
    MessagesResponse.parse(JSON.parse(messages.pageJson(of, MessagesQuery.parse(query))))
  return {
    db,
    clock,
    table,
    sessions,
    messages,
    link,
    session,
    newSession,
    sendQueued: (text, to = session) => messages.send(to, { text, localId: text }),
    say: (text, options) => messages.ingest(session.id, { message: agentText(text), ...options }, 'socket'),
    page,
    row: (localId, of = session) => page({ limit: 200 }, of).messages.find((row) => row.localId === localId),
    events,
    eventNames: () => events().map(nameOf),
    deliveries() {
      db.flush()
      return link.delivered
        .splice(0)
        .flatMap(({ envelope: { body } }) => ('message' in body ? [body.message] : []))
    },
  }
}

function nameOf(event: BroadcastEvent): string {
  if (event.type !== 'session-updated') return event.type
  const data = event.data as Record<string, unknown>
  return `session-updated:${'namespace' in data ? 'full' : Object.keys(data).join(',')}`
}
