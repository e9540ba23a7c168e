import type { Clock } from '../clock.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { Log } from '../log.ts'
import type { MachineService } from '../machines/machine-service.ts'
import type { MessageService } from '../messages/message-service.ts'
import type { EventBus } from '../realtime/bus.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { Database } from '../store/database.ts'
import type { HistoryTable } from '../store/history.ts'
import type { MessagesTable } from '../store/messages.ts'

/** What the room works with; each of its parts takes a share of it. */
export interface HistoryParts {
  db: Pick<Database, 'write' | 'afterCommit' | 'settled'>
  tables: { messages: MessagesTable; history: HistoryTable }
  sessions: SessionService
  messages: Pick<MessageService, 'redeliver'>
  machines: Pick<MachineService, 'list' | 'spawn' | 'stopSession'>
  link: Pick<AgentLink, 'call'>
  bus: Pick<EventBus, 'publish'>
  clock: Clock
  log: Log
}
