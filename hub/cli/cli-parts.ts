import type { z } from 'zod'
import type {
  BackfillMessage,
  CliMachineBody,
  CliSessionBody,
  LocalResumeTarget,
  MachineAlivePayload,
  ResumableSession,
  SessionAlivePayload,
  SessionEndPayload,
} from '../../contract/cli-plane.ts'
import type { Machine } from '../../contract/machine.ts'
import type { Session } from '../../contract/session.ts'
import type { VersionedOutcome } from '../sessions/session-service.ts'
import type { Database } from '../store/database.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** What the agent plane's sockets use of the store: to speak only of what is committed. */
export type CommitPoint = Pick<Database, 'afterCommit' | 'settled'>

export interface SocketSessions {
  identify(id: string): { namespace: string } | undefined
  updateMetadata(id: string, expectedVersion: number, metadata: unknown): VersionedOutcome
  updateAgentState(id: string, expectedVersion: number, agentState: unknown): VersionedOutcome
  keepAlive(payload: SessionAlivePayload): void
  markReady(id: string): void
}

export interface SocketMessages {
  ingest(
    sessionId: string,
    payload: { message: unknown; localId?: string; createdAt?: number },
    fromSocketId: string,
  ): void
  markInvoked(
    sessionId: string,
    localIds: string[],
    options: { steered?: boolean; clearGrace?: boolean },
  ): void
  markIndeterminate(sessionId: string, localIds: string[]): void
  steerState(sessionId: string, localIds: string[], state: 'queued' | 'dispatching'): boolean
  nativeQueueMessage(sessionId: string, localId: string, text: string | null): void
  redeliver(sessionId: string): void
}

export interface SocketMachines {
  identify(id: string): { namespace: string } | undefined
  keepAlive(payload: z.output<typeof MachineAlivePayload>): void
  updateMetadata(id: string, expectedVersion: number, metadata: unknown): VersionedOutcome
  updateRunnerState(id: string, expectedVersion: number, runnerState: unknown): VersionedOutcome
  agyModelsChanged(id: string): void
}

export interface SocketLifecycle {
  end(sessionId: string, reason: z.output<typeof SessionEndPayload>['reason']): void
}

export interface RouteSessions {
  identify(id: string): { namespace: string } | undefined
  require(namespace: string, id: string, options?: { exact?: true }): SessionRecord
  /** The wire record in the form CLIs accept. */
  toCliSession(record: SessionRecord): Session
  createOrLoad(namespace: string, body: CliSessionBody): Session
}

export interface RouteMessages {
  backfill(sessionId: string, afterSeq: number, limit: number): BackfillMessage[]
}

export interface RouteMachines {
  upsert(namespace: string, body: CliMachineBody): Machine
  require(namespace: string, id: string): Machine
}

export interface RouteLifecycle {
  resumable(namespace: string, machineId?: string): ResumableSession[]
  resumeTarget(session: SessionRecord): LocalResumeTarget
  handoffLocal(session: SessionRecord): Promise<void>
  /** The steps of CLI-plane reference 3.5; each answers the id its route returns. */
  clearOpencode: {
    reserve(session: SessionRecord): string
    confirmCleanup(session: SessionRecord, replacementSessionId: string): string
    abort(session: SessionRecord, replacementSessionId: string): string
    finish(session: SessionRecord): Promise<string>
  }
}
