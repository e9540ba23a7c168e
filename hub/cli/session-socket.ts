import type { z } from 'zod'
import {
  MessagePayload,
  MessagesConsumedPayload,
  MessagesIndeterminatePayload,
  MessagesSteerStatePayload,
  NativeQueueMessagePayload,
  SessionAlivePayload,
  SessionEndPayload,
  SessionReadyPayload,
  UpdateMetadataPayload,
  UpdateStatePayload,
} from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { type AgentEvents, denialOf, type EventCall, emitDenied } from './agent-events.ts'
import type { CommitPoint, SocketLifecycle, SocketMessages, SocketSessions } from './cli-parts.ts'
import { onVersionedWrite, type VersionedRow } from './versioned-write.ts'
import { whenStored } from './when-stored.ts'

export interface SessionSocketParts {
  db: CommitPoint
  clock: Clock
  link: Pick<AgentLink, 'deliver'>
  sessions: SocketSessions
  messages: SocketMessages
  lifecycle: SocketLifecycle
}

/** The events a session's CLI sends (CLI-plane reference 5.1 to 5.7), terminals excepted. */
export function onSessionEvents(events: AgentEvents, parts: SessionSocketParts): void {
  const { sessions, messages, lifecycle } = parts

  /** An event without acknowledgement: a socket that may not speak of the session is told so by `error`. */
  function on<Schema extends z.ZodType<{ sid: string }>>(
    event: string,
    payload: Schema,
    handle: (payload: z.output<Schema>, socketId: string) => void,
  ): void {
    events.on(event, {
      payload,
      handle(call) {
        if (mayAct(parts, call)) handle(call.payload, call.socket.id)
      },
    })
  }

  on('message', MessagePayload, ({ sid, message, localId, createdAt }, socketId) => {
    if (typeof message !== 'string' && (typeof message !== 'object' || message === null)) return
    const given = { ...(localId != null && { localId }), ...(createdAt != null && { createdAt }) }
    messages.ingest(sid, { message, ...given }, socketId)
  })
  on('session-alive', SessionAlivePayload, (payload) => sessions.keepAlive(payload))
  on('session-ready', SessionReadyPayload, ({ sid }) => sessions.markReady(sid))
  on('session-end', SessionEndPayload, ({ sid, reason }) => lifecycle.end(sid, reason))
  on('messages-consumed', MessagesConsumedPayload, ({ sid, localIds, steered, clearQueuedThinkingGrace }) => {
    if (localIds.length === 0) return
    const options = { ...(steered && { steered }), ...(clearQueuedThinkingGrace && { clearGrace: true }) }
    messages.markInvoked(sid, localIds, options)
  })
  on('messages-indeterminate', MessagesIndeterminatePayload, ({ sid, localIds }) => {
    if (localIds.length > 0) messages.markIndeterminate(sid, localIds)
  })
  on('native-queue-message', NativeQueueMessagePayload, ({ sid, localId, text }) =>
    messages.nativeQueueMessage(sid, localId, text),
  )
  onSteerState(events, parts)
  onVersionedWrites(events, parts)
}

/** Whether the socket may act on the session; if not, it is told by an `error` event. */
function mayAct({ sessions }: SessionSocketParts, { socket, payload }: EventCall<{ sid: string }>): boolean {
  const code = denialOf(socket, sessions.identify(payload.sid))
  if (code) emitDenied(socket, { code, scope: 'session', id: payload.sid })
  return code === undefined
}

function onSteerState(events: AgentEvents, parts: SessionSocketParts): void {
  const refusal = { ok: false }
  events.on('messages-steer-state', {
    payload: MessagesSteerStatePayload,
    refusal,
    handle(call) {
      const { sid, localIds, state } = call.payload
      if (!mayAct(parts, call) || localIds.length === 0) {
        call.reply(refusal)
        return
      }
      const ok = parts.messages.steerState(sid, localIds, state)
      whenStored(
        parts.db,
        () => call.reply({ ok }),
        () => call.reply(refusal),
      )
    },
  })
}

function onVersionedWrites(events: AgentEvents, { db, clock, link, sessions }: SessionSocketParts): void {
  const row: VersionedRow<{ sid: string }> = {
    db,
    clock,
    find: ({ sid }) => sessions.identify(sid),
    deliver: ({ sid }, update, exceptSocketId) => link.deliver(sid, update, exceptSocketId),
  }
  onVersionedWrite(events, row, {
    event: 'update-metadata',
    payload: UpdateMetadataPayload,
    key: 'metadata',
    write: ({ sid, expectedVersion, metadata }) => sessions.updateMetadata(sid, expectedVersion, metadata),
    update: ({ sid }, metadata) => ({ t: 'update-session', sid, metadata, agentState: null }),
  })
  onVersionedWrite(events, row, {
    event: 'update-state',
    payload: UpdateStatePayload,
    key: 'agentState',
    write: ({ sid, expectedVersion, agentState }) =>
      sessions.updateAgentState(sid, expectedVersion, agentState),
    update: ({ sid }, agentState) => ({ t: 'update-session', sid, metadata: null, agentState }),
  })
}
