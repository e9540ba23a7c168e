import type { BroadcastEvent } from '../../contract/events.ts'
import type { Clock } from '../clock.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { Log } from '../log.ts'
import type { MachineService } from '../machines/machine-service.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { ClearReplacements } from '../store/clear-replacements.ts'
import type { Database } from '../store/database.ts'
import type { MessagesTable } from '../store/messages.ts'
import type { SessionsTable } from '../store/sessions.ts'

/** What the life of a session needs of its messages. */
export interface LifecycleMessages {
  /** Immediate queued prompts will not be consumed any more. */
  sweepQueued(sessionId: string): void
  /** Queued prompts go out to the session's CLI again. */
  redeliver(sessionId: string): void
}

/** What the room works with; each of its parts takes a share of it. */
export interface LifecycleParts {
  db: Database
  tables: { sessions: SessionsTable; messages: MessagesTable; clearReplacements: ClearReplacements }
  sessions: SessionService
  messages: LifecycleMessages
  machines: MachineService
  link: Pick<AgentLink, 'call'>
  bus: { publish(event: BroadcastEvent & { namespace: string }): void }
  clock: Clock
  log: Log
}
