import { type CliMachineBody, MACHINE_RPC, type SpawnRpcParams } from '../../contract/cli-plane.ts'
import type { BroadcastEvent } from '../../contract/events.ts'
import { type DecryptedMessage, MessagesQuery, MessagesResponse } from '../../contract/message.ts'
import type { Metadata } from '../../contract/session.ts'
import { newId } from '../ids.ts'
import { SessionLifecycle } from '../lifecycle/session-lifecycle.ts'
import { notOffered } from '../link/rpc-errors.ts'
import { silentLog } from '../log.ts'
import { MachineService } from '../machines/machine-service.ts'
import { MessageService } from '../messages/message-service.ts'
import { SessionService } from '../sessions/session-service.ts'
import { ClearReplacements } from '../store/clear-replacements.ts'
import { Database } from '../store/database.ts'
import { MachinesTable } from '../store/machines.ts'
import { MessagesTable } from '../store/messages.ts'
import { type SessionRecord, SessionsTable } from '../store/sessions.ts'
import { ManualClock } from './manual-clock.ts'
import { RecordedLink } from './message-fixture.ts'

export interface RpcCall {
  scope: string
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into parameters of any shape
  params: any
}

/** The CLIs and runners outside of the machine: what they were asked, answered by the test's handlers. */
class ScriptedLink extends RecordedLink {
  readonly calls: RpcCall[] = []
  readonly handlers = new Map<string, (params: unknown) => unknown>()

  isRegistered(scope: string, method: string): boolean {
    return this.handlers.has(`${scope}:${method}`)
  }

  machineSocketCount(): number {
    return this.sockets
  }

  override async call(scope: string, method: string, params: unknown): Promise<unknown> {
    this.calls.push({ scope, method, params })
    const handler = this.handlers.get(`${scope}:${method}`)
    if (!handler) throw notOffered()
    return handler(params)
  }
}

export const MACHINE = 'm1'

/** The real store, sessions, messages, machines and their lifecycle; agents and the bus are recorded. */
export class LifecycleRoom {
  readonly db: Database
  readonly clock: ManualClock
  readonly link = new ScriptedLink()
  readonly tables: {
    sessions: SessionsTable
    messages: MessagesTable
    machines: MachinesTable
    clearReplacements: ClearReplacements
  }
  readonly sessions: SessionService
  readonly messages: MessageService
  readonly machines: MachineService
  readonly lifecycle: SessionLifecycle
  readonly #events: BroadcastEvent[] = []

  constructor({ db = Database.open(':memory:', silentLog), clock = new ManualClock() } = {}) {
    const bus = {
      publish: (event: BroadcastEvent) => void this.#events.push(event),
      publishRaw: (_meta: unknown, json: string) => void this.#events.push(JSON.parse(json)),
    }
    const { link } = this
    this.db = db
    this.clock = clock
    this.tables = {
      sessions: new SessionsTable(db),
      messages: new MessagesTable(db),
      machines: new MachinesTable(db),
      clearReplacements: new ClearReplacements(db),
    }
    const tables = this.tables
    const sessions = new SessionService({ db, ...tables, bus, clock, idleTimeoutMs: 43_200_000 })
    const messages = new MessageService({ db, messages: tables.messages, sessions, bus, link, clock })
    const machines = new MachineService({ db, machines: tables.machines, bus, link, clock })
    this.sessions = sessions
    this.messages = messages
    this.machines = machines
    this.lifecycle = new SessionLifecycle({
      db,
      tables,
      sessions,
      messages,
      machines,
      link,
      bus,
      clock,
      log: silentLog,
    })
    messages.setGate((id) => this.lifecycle.isGated(id))
    messages.setRedirect((session) => this.lifecycle.redirect(session))
  }

  /** The same hub after a restart. */
  restart(): LifecycleRoom {
    this.db.flush()
    return new LifecycleRoom({ db: this.db, clock: this.clock })
  }

  /** A machine whose runner is connected. */
  machine(id = MACHINE, body: Partial<CliMachineBody> = {}, namespace = 'default'): void {
    const metadata = { host: 'box', platform: 'linux', capabilities: ['agent-availability'] }
    this.machines.upsert(namespace, { id, metadata, ...body })
    this.machines.keepAlive({ machineId: id, time: this.clock.now() })
    this.take()
  }

  /** An inactive session that ran on the machine; its id. */
  session(metadata: Partial<Metadata> = {}, more: { namespace?: string; agentState?: object } = {}): string {
    const { namespace = 'default', agentState = {} } = more
    const { id } = this.sessions.createOrLoad(namespace, {
      tag: newId(),
      metadata: { path: '/w', host: 'box', machineId: MACHINE, flavor: 'claude', ...metadata },
      agentState,
    })
    this.take()
    return id
  }

  /** A session whose CLI is connected. */
  active(...args: Parameters<LifecycleRoom['session']>): string {
    const id = this.session(...args)
    this.alive(id)
    this.take()
    return id
  }

  alive(id: string): void {
    this.sessions.keepAlive({ sid: id, time: this.clock.now(), thinking: false })
  }

  record(id: string): SessionRecord {
    const record = this.sessions.find(id)
    if (!record) throw new Error(`There is no session ${id}`)
    return record
  }

  metadata(id: string): Metadata {
    return this.record(id).metadata ?? {}
  }

  /** What a runner does when it is to start an agent. */
  onSpawn(spawn: (params: SpawnRpcParams) => unknown, machineId = MACHINE): void {
    this.handle(machineId, MACHINE_RPC.spawn, (params) => spawn(params as SpawnRpcParams))
  }

  handle(scope: string, method: string, handler: (params: unknown) => unknown): void {
    this.link.handlers.set(`${scope}:${method}`, handler)
  }

  /** Parameters of the calls of one method so far. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into parameters of any shape
  called(method: string): any[] {
    return this.link.calls.filter((call) => call.method === method).map((call) => call.params)
  }

  /** Stores a prompt under the localId `text`. */
  prompt(id: string, text: string): void {
    this.messages.send(this.record(id), { text, localId: text })
  }

  say(id: string, text: string): void {
    const message = { role: 'agent', content: { type: 'codex', data: { type: 'message', message: text } } }
    this.messages.ingest(id, { message }, 'socket')
  }

  page(id: string): MessagesResponse {
    const query = MessagesQuery.parse({ limit: 200 })
    return MessagesResponse.parse(JSON.parse(this.messages.pageJson(this.record(id), query)))
  }

  /** The words of the conversation in the order clients see them. */
  words(id: string): string[] {
    return this.page(id).messages.map(wordsOf)
  }

  /** LocalIds delivered to the CLIs of the session since the last call. */
  delivered(id: string): (string | null)[] {
    this.db.flush()
    return this.link.delivered
      .splice(0)
      .flatMap(({ sessionId, envelope: { body } }) =>
        sessionId === id && 'message' in body ? [body.message.localId] : [],
      )
  }

  /** Commits, and takes the events published since the last time. */
  take(): BroadcastEvent[] {
    this.db.flush()
    return this.#events.splice(0)
  }

  /** `take()` as `type sessionId` for the types named. */
  took(...types: BroadcastEvent['type'][]): string[] {
    return this.take().flatMap((event) =>
      types.includes(event.type) && 'sessionId' in event ? [`${event.type} ${event.sessionId}`] : [],
    )
  }

  /** Whatever `work` writes is lost with its commit. */
  loseCommit(work: () => void): void {
    this.db.flush()
    this.db.raw.exec('CREATE TABLE doomed (id TEXT REFERENCES machines (id) DEFERRABLE INITIALLY DEFERRED)')
    work()
    this.db.write(() => this.db.prepare("INSERT INTO doomed VALUES ('nobody')").run())
    this.db.flush()
  }

  /** Lets everything that waits for nothing but its turn run, commits included. */
  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    setImmediate(resolve)
    return promise
  }
}

function wordsOf({ content }: DecryptedMessage): string {
  const inner = (content as { content: { text?: string; data?: { message: string } } }).content
  return inner.text ?? inner.data?.message ?? ''
}
