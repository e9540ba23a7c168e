import type { Clock } from '../clock.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { Log } from '../log.ts'
import type { MachineService } from '../machines/machine-service.ts'
import type { MessageService } from '../messages/message-service.ts'
import type { EventBus } from '../realtime/bus.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { ClearReplacements } from '../store/clear-replacements.ts'
import type { Database } from '../store/database.ts'
import type { MessagesTable } from '../store/messages.ts'
import type { SessionsTable } from '../store/sessions.ts'

/** What the room works with; each of its parts takes a share of it. */
export interface LifecycleParts {
  db: Database
  tables: { sessions: SessionsTable; messages: MessagesTable; clearReplacements: ClearReplacements }
  sessions: SessionService
  messages: Pick<MessageService, 'sweepQueued' | 'redeliver'>
  machines: MachineService
  link: Pick<AgentLink, 'call'>
  bus: Pick<EventBus, 'publish'>
  clock: Clock
  log: Log
}
