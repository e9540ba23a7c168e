import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DecryptedMessage, LOCAL_ID_MAX_LENGTH } from './message.ts'
import { ScratchlistEntry } from './scratchlist.ts'
import { Session } from './session.ts'
import { EpochMs, QueryBoolean } from './wire.ts'

/** So many messages are exported without `force=true`. */
export const EXPORT_MESSAGES_MAX = 20_000
/** So many bytes of message content are exported, with `force=true` too. */
export const EXPORT_BYTES_MAX = 100 * 1024 * 1024
/** Version of the export's own format. */
export const EXPORT_SCHEMA_VERSION = 2
/** How long a shared agent's fork may take to show up as a session. */
export const SHARED_CHILD_TIMEOUT_MS = 5_000

const messageLocalId = z.string().min(1).max(LOCAL_ID_MAX_LENGTH)

/** Without `messageLocalId` the whole conversation is forked, else what stands before that message. */
export const ForkBody = z.object({ messageLocalId: messageLocalId.optional() })
export const ForkResponse = z.object({ sessionId: z.string() })

export const RewindBody = z.object({ messageLocalId })
export const RewindResponse = z.object({ success: z.literal(true) })

export const ExportQuery = z.object({ force: QueryBoolean.optional() })

/** A whole conversation: no hidden and no queued rows, ascending by position. */
export const SessionExport = z.object({
  schemaVersion: z.literal(EXPORT_SCHEMA_VERSION),
  exportedAt: EpochMs,
  session: Session,
  messages: z.array(DecryptedMessage),
  scratchlist: z.array(ScratchlistEntry),
})
export type SessionExport = z.infer<typeof SessionExport>

/**
 * Body of the 413 of an export (ruling 12). Both numbers are of one kind: messages where `limit` is
 * EXPORT_MESSAGES_MAX, which `force=true` lifts; bytes of their contents where it is EXPORT_BYTES_MAX.
 */
export const ExportTooLarge = z.object({ error: z.string(), count: z.number(), limit: z.number() })

/**
 * A second conversation that goes on from here, or from before a message. Every refusal and failure is a
 * 409 `{error}`; a shared agent answers the child it already has.
 */
export const forkSession = endpoint('POST', '/api/sessions/:id/fork', {
  body: ForkBody,
  bodyOptional: true,
  response: ForkResponse,
})

/**
 * Takes the conversation back to before a message. Refused: 409 `{error, code?, hydrateFailed: false}`. When
 * nobody can say what the agent did: 500 `{error, hydrateFailed: true}`, and the session's history counts as
 * diverged, which rules out further forks and rewinds.
 */
export const rewindSession = endpoint('POST', '/api/sessions/:id/rewind', {
  body: RewindBody,
  response: RewindResponse,
})

/** The whole session as one JSON document; too large: 413, see ExportTooLarge. */
export const exportSession = endpoint('GET', '/api/sessions/:id/export', {
  query: ExportQuery,
  response: SessionExport,
})
