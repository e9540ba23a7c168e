import type { Clock } from '../clock.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { EventBus } from '../realtime/bus.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { Database } from '../store/database.ts'
import type { MessagesTable } from '../store/messages.ts'

/** What the rules of messages use of the rest of the hub. */
export interface MessageParts {
  db: Pick<Database, 'write' | 'afterCommit'>
  messages: MessagesTable
  sessions: Pick<
    SessionService,
    | 'identify'
    | 'find'
    | 'touch'
    | 'promptQueued'
    | 'dropQueuedGrace'
    | 'applyTodos'
    | 'applyTeamState'
    | 'addBackgroundTasks'
    | 'noteActivity'
    | 'noteConversationContent'
    | 'messagesChanged'
  >
  bus: Pick<EventBus, 'publish' | 'publishRaw'>
  link: Pick<AgentLink, 'call' | 'socketCount' | 'deliver' | 'requestCancel' | 'requestRetry'>
  clock: Clock
}

/** A message at the moment it is stored, inside the same write. */
export interface StoredMessage {
  sessionPk: number
  sessionId: string
  namespace: string
  /** `metadata.flavor` as the CLI sent it. */
  flavor: string | null
  id: string
  seq: number
  localId: string | null
  /** Parsed. */
  content: unknown
  createdAt: number
}

/** Which session something is about. */
export interface SessionRef {
  pk: number
  id: string
  namespace: string
}
