import { AccessTokens } from '../auth/access-token.ts'
import { serveAgentSockets } from '../cli/agent-sockets.ts'
import { AgentLink } from '../link/agent-link.ts'
import type { Log, LogFields } from '../log.ts'
import { Database } from '../store/database.ts'
import { ManualClock } from './manual-clock.ts'
import { RecordedServices } from './recorded-services.ts'
import { type ClientSocket, SocketHost } from './socket-host.ts'

export const BASE_TOKEN = 'base-token-for-tests'

export interface LogLine {
  level: keyof Log
  message: string
  fields: LogFields
}

/** The agent plane's sockets on a real server and a real database, above recorded services. */
export class AgentPlane {
  readonly host: SocketHost
  readonly db: Database
  readonly link: AgentLink
  readonly services: RecordedServices
  readonly clock = new ManualClock()
  readonly logged: LogLine[] = []

  private constructor(host: SocketHost) {
    const at =
      (level: keyof Log) =>
      (message: string, fields: LogFields = {}) =>
        void this.logged.push({ level, message, fields })
    const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
    const { clock } = this
    this.host = host
    this.db = Database.open(':memory:', log)
    this.link = new AgentLink({ io: host.io, clock, log })
    this.services = new RecordedServices(this.db)
    const tokens = new AccessTokens(BASE_TOKEN)
    serveAgentSockets({
      io: host.io,
      verify: (token) => tokens.verify(token),
      db: this.db,
      link: this.link,
      services: this.services.asParts(),
      clock,
      log,
    })
  }

  static async start(): Promise<AgentPlane> {
    return new AgentPlane(await SocketHost.start())
  }

  /** A CLI's socket in the namespace `default`, or in the one named. */
  connect(auth: Record<string, unknown> = {}, namespace = 'default'): Promise<ClientSocket> {
    return this.host.connect({ token: `${BASE_TOKEN}:${namespace}`, ...auth })
  }

  async close(): Promise<void> {
    await this.host.close()
    this.db.close()
  }
}

/** Resolves once the hub has handled everything this socket sent before. */
export async function handled(client: ClientSocket): Promise<void> {
  await client.emitWithAck('ping')
}

/** Leaves a dangling reference in the open turn, which SQLite finds when the turn commits. */
export function failCommit(db: Database): void {
  db.raw.pragma('defer_foreign_keys = ON')
  db.prepare(
    "INSERT INTO messages (id, session_pk, seq, content, created_at) VALUES ('x', 99, 1, '', 0)",
  ).run()
}
