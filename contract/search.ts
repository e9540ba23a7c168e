import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, QueryInteger } from './wire.ts'

export const SEARCH_QUERY_MAX_LENGTH = 200
export const SEARCH_LIMIT_DEFAULT = 20
export const SEARCH_LIMIT_MAX = 50

/** `cursor` is the `nextCursor` of the page before. */
export const SearchQuery = z.object({
  q: z.string().trim().min(1).max(SEARCH_QUERY_MAX_LENGTH),
  limit: QueryInteger.pipe(z.int().min(1).max(SEARCH_LIMIT_MAX)).default(SEARCH_LIMIT_DEFAULT),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** A piece of the message; `matches` are offsets into `text`, in UTF-16 code units, in order, `end` exclusive. */
export const SearchSnippet = z.object({
  text: z.string(),
  matches: z.array(z.object({ start: z.int(), end: z.int() })),
})
export type SearchSnippet = z.infer<typeof SearchSnippet>

/** One message that holds every word. */
export const SearchResult = z.object({
  /** The session that shows the message today. */
  sessionId: z.string(),
  sessionName: z.string(),
  messageId: z.string(),
  /** Who wrote it: a person or the agent. */
  role: z.enum(['user', 'agent']),
  /** Where it stands, as the cursors of the message page say it. */
  position: z.object({ seq: z.number(), at: EpochMs }),
  createdAt: EpochMs,
  snippet: SearchSnippet,
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchResponse = z.object({
  /** The last stored first. */
  results: z.array(SearchResult),
  /** null on the last page; a page may hold fewer results than asked for, also none, and have a next. */
  nextCursor: z.string().nullable(),
  /** Some messages of this hub cannot be found yet: they are still being read. */
  isIndexing: z.boolean(),
})
export type SearchResponse = z.infer<typeof SearchResponse>

/**
 * Full text search over what people and agents wrote in the sessions of the caller's namespace (additive).
 * Words may stand anywhere in a message; the last one may be a beginning. Nothing in `q` is an operator.
 */
export const searchMessages = endpoint('GET', '/api/search', { query: SearchQuery, response: SearchResponse })
