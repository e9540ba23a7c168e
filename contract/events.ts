import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Machine, MachinePatch } from './machine.ts'
import { DecryptedMessage } from './message.ts'
import { EpochMs, Ok } from './wire.ts'

export const REPLAY_RING_EVENTS = 256
export const REPLAY_RING_BYTES = 2 * 1024 * 1024
export const HEARTBEAT_INTERVAL_MS = 30_000

export const Visibility = z.enum(['visible', 'hidden'])
export type Visibility = z.infer<typeof Visibility>

export const SessionEndReason = z.enum(['completed', 'terminated', 'error', 'handoff', 'cleared'])
export type SessionEndReason = z.infer<typeof SessionEndReason>

const namespace = z.string().optional()
const sessionId = z.string()
const localIds = z.array(z.string())
const sessionData = z.unknown().optional().describe('A Session or, in session-updated, a SessionPatch')

/**
 * The 16 events of the stream (spec: SyncEvent union). `session-added` and `session-updated` carry a
 * full Session or a SessionPatch in `data`; it stays unknown here because a client that cannot read it
 * must refetch rather than drop the event.
 */
export const SyncEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session-added'), namespace, sessionId, data: sessionData }),
  z.object({ type: z.literal('session-updated'), namespace, sessionId, data: sessionData }),
  z.object({ type: z.literal('session-removed'), namespace, sessionId }),
  z.object({ type: z.literal('message-received'), namespace, sessionId, message: DecryptedMessage }),
  z.object({
    type: z.literal('messages-invalidated'),
    namespace,
    sessionId,
    reason: z.literal('rewind').optional(),
    truncateFromLocalId: z.string().optional(),
  }),
  z.object({ type: z.literal('scheduled-matured'), namespace, sessionId }),
  z.object({
    type: z.literal('session-ended'),
    namespace,
    sessionId,
    reason: SessionEndReason.optional(),
  }),
  z.object({
    type: z.literal('machine-updated'),
    namespace,
    machineId: z.string(),
    data: z.union([Machine, MachinePatch, z.null()]).optional(),
  }),
  z.object({ type: z.literal('machine-agy-models-updated'), namespace, machineId: z.string() }),
  z.object({
    type: z.literal('toast'),
    namespace,
    data: z.object({ title: z.string(), body: z.string(), sessionId: z.string(), url: z.string() }),
  }),
  z.object({
    type: z.literal('messages-consumed'),
    namespace,
    sessionId,
    localIds,
    invokedAt: EpochMs,
    steered: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('messages-indeterminate'), namespace, sessionId, localIds }),
  z.object({ type: z.literal('messages-requeued'), namespace, sessionId, localIds }),
  z.object({
    type: z.literal('message-cancelled'),
    namespace,
    sessionId,
    messageId: z.string(),
    localId: z.string().optional(),
  }),
  z.object({
    type: z.literal('heartbeat'),
    namespace,
    data: z.object({ timestamp: EpochMs }).optional(),
  }),
  z.object({
    type: z.literal('connection-changed'),
    data: z
      .object({
        status: z.string(),
        subscriptionId: z.string().optional(),
        resume: z.enum(['ok', 'gap']).optional(),
      })
      .optional(),
  }),
])
export type SyncEvent = z.infer<typeof SyncEvent>

/** Events that are given an id, recorded for replay and matched against filters. */
export type BroadcastEvent = Exclude<SyncEvent, { type: 'heartbeat' | 'connection-changed' | 'toast' }>
export type ToastEvent = Extract<SyncEvent, { type: 'toast' }>

/** Query of `GET /api/events`; unknown values mean the default, as the spec's table says. */
export const EventsQuery = z.object({
  token: z.string().optional(),
  all: z.string().optional(),
  sessionId: z.string().optional(),
  machineId: z.string().optional(),
  visibility: z.string().optional(),
  lastEventId: z.string().optional(),
})
export type EventsQuery = z.infer<typeof EventsQuery>

export const EVENTS_PATH = '/api/events'

export const VisibilityBody = z.object({ subscriptionId: z.string().min(1), visibility: Visibility })
export const setVisibility = endpoint('POST', '/api/visibility', { body: VisibilityBody, response: Ok })
