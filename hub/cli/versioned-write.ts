import type { z } from 'zod'
import type { UpdateBody, UpdateEnvelope } from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { VersionedOutcome } from '../sessions/session-service.ts'
import { type AgentEvents, denialOf } from './agent-events.ts'
import type { CommitPoint } from './cli-parts.ts'
import { whenStored } from './when-stored.ts'

/** Acknowledged when a versioned write was malformed, failed or was lost with its commit. */
const WRITE_FAILED = { result: 'error' } as const

/** What all versioned writes of one kind of row have in common. */
export interface VersionedRow<Named> {
  db: CommitPoint
  clock: Clock
  /** The row the event names, as far as it exists. */
  find(named: Named): { namespace: string } | undefined
  /** Sends to the row's sockets but the one that wrote. */
  deliver(named: Named, update: UpdateEnvelope, exceptSocketId: string): void
}

/** An event that replaces a value as its sender last saw it. */
export interface VersionedWrite<Schema extends z.ZodType> {
  event: string
  payload: Schema
  /** The key that carries the value in the acknowledgement. */
  key: 'metadata' | 'agentState' | 'runnerState'
  write(payload: z.output<Schema>): VersionedOutcome
  /** What the row's other sockets are told after the commit, for successful writes only. */
  update(payload: z.output<Schema>, changed: { version: number; value: unknown }): UpdateBody
}

/**
 * Takes an event that writes under the optimistic lock, and acknowledges it once that is durable
 * (CLI-plane reference 5.2, 5.3, 5.8).
 */
export function onVersionedWrite<Named, Schema extends z.ZodType<Named>>(
  events: AgentEvents,
  { db, clock, find, deliver }: VersionedRow<Named>,
  { event, payload: schema, key, write, update }: VersionedWrite<Schema>,
): void {
  events.on(event, {
    payload: schema,
    refusal: WRITE_FAILED,
    handle({ socket, payload, reply }) {
      const reason = denialOf(socket, find(payload))
      if (reason) {
        reply({ ...WRITE_FAILED, reason })
        return
      }
      const { result, version, value } = write(payload)
      if (result === 'success') {
        const body = update(payload, { version, value })
        db.afterCommit(() => deliver(payload, envelope(clock, body), socket.id))
      }
      whenStored(
        db,
        () => reply({ result, version, [key]: value }),
        () => reply(WRITE_FAILED),
      )
    },
  })
}

/** An update that stands for no message: a random id, and the time as its number. */
function envelope(clock: Clock, body: UpdateBody): UpdateEnvelope {
  const now = clock.now()
  return { id: newId(now), seq: now, createdAt: now, body }
}
