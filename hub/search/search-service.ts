import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SearchQuery, SearchResponse, SearchResult } from '../../contract/search.ts'
import { namesOf } from '../notices/session-names.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SearchedMessage, SearchTable } from '../store/search.ts'
import type { MessageIndex } from './message-index.ts'
import { matchExpression, type SearchTerm, searchTerms } from './search-terms.ts'
import { searchableText } from './searchable-text.ts'
import { snippetOf } from './snippet.ts'

/** What was just said is found at once, unless so much waits that a search must not. */
const CATCH_UP_STEPS = 20
/** Messages of other namespaces that are passed over in one turn, and in how many turns for one answer. */
const TURN_MESSAGES = 500
const TURNS_MAX = 10

export interface SearchParts {
  table: Pick<SearchTable, 'find' | 'message'>
  index: Pick<MessageIndex, 'step' | 'isBehind'>
  sessions: Pick<SessionService, 'require'>
}

/** Full text search over the messages of a namespace (contract/search.ts). */
export class SearchService {
  readonly #parts: SearchParts

  constructor(parts: SearchParts) {
    this.#parts = parts
  }

  async search(namespace: string, { q, limit, cursor }: SearchQuery): Promise<SearchResponse> {
    const { index } = this.#parts
    const terms = searchTerms(q)
    if (terms.length === 0) return { results: [], nextCursor: null, isIndexing: false }
    for (let steps = 0; steps < CATCH_UP_STEPS && index.step(); steps += 1) await nextTurn()
    const { pks, next } = await this.#find(namespace, terms, limit, cursor)
    return {
      results: pks.flatMap((pk) => this.#result(namespace, pk, terms) ?? []),
      nextCursor: next === undefined ? null : String(next),
      isIndexing: index.isBehind(),
    }
  }

  /** One more than asked for tells whether there is a next page. */
  async #find(namespace: string, terms: readonly SearchTerm[], limit: number, cursor: string | undefined) {
    const match = matchExpression(terms)
    const pks: number[] = []
    let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    for (let turn = 0; turn < TURNS_MAX; turn += 1) {
      if (turn > 0) await nextTurn()
      const found = this.#parts.table.find(match, before, turn === 0 ? limit + 1 : TURN_MESSAGES)
      for (const { pk, namespace: of } of found) {
        if (of === namespace && pks.length === limit) return { pks, next: before }
        if (of === namespace) pks.push(pk)
        before = pk
      }
      if (found.length < (turn === 0 ? limit + 1 : TURN_MESSAGES)) return { pks, next: undefined }
    }
    return { pks, next: before }
  }

  #result(namespace: string, pk: number, terms: readonly SearchTerm[]): SearchResult | undefined {
    const message = this.#parts.table.message(pk)
    const found = message && searchableText(JSON.parse(message.contentJson))
    if (!message || !found) return undefined
    const session = this.#parts.sessions.require(namespace, message.sessionId)
    const { id: messageId, createdAt } = message
    return {
      sessionId: session.id,
      sessionName: namesOf(session).session,
      messageId,
      role: found.role,
      position: positionOf(message),
      createdAt,
      snippet: snippetOf(found.text, terms),
    }
  }
}

const positionOf = ({ seq, createdAt, invokedAt }: SearchedMessage) => ({ seq, at: invokedAt ?? createdAt })
