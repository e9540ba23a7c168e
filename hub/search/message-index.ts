import type { Clock, Timer } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../store/database.ts'
import type { SearchTable } from '../store/search.ts'
import { searchableText } from './searchable-text.ts'
import { indexedWords } from './words.ts'

/** A step ends after this, or one message later: requests wait no longer than that. */
const STEP_MS = 3
const STEP_MESSAGES = 256
/** Between two steps of a long reading, so that it takes a tenth of a core and not all of it. */
const PAUSE_MS = 25

export interface MessageIndexParts {
  db: Pick<Database, 'write'>
  table: Pick<SearchTable, 'pending' | 'isPending' | 'content' | 'index'>
  clock: Clock
  log: Log
}

/** Reads messages into the search index, a few at a time, the newest first. */
export class MessageIndex {
  readonly #parts: MessageIndexParts
  #next: Timer | undefined

  constructor(parts: MessageIndexParts) {
    this.#parts = parts
  }

  /** Whether something that is stored cannot be found yet. */
  isBehind(): boolean {
    return this.#parts.table.isPending()
  }

  /** Reads on until nothing waits, with pauses; to be called now and then. */
  tick(): void {
    if (!this.#next && this.isBehind()) this.#readOn()
  }

  /**
   * Reads some of what waits. Answers whether more does; false also when it cannot be written now, which is
   * tried again at the next tick: a search goes on without it.
   */
  step(): boolean {
    const { db, table, log } = this.#parts
    const waiting = table.pending(STEP_MESSAGES)
    if (waiting.length === 0) return false
    const end = performance.now() + STEP_MS
    try {
      return db.write(() => {
        for (const [read, pk] of waiting.entries()) {
          if (read > 0 && performance.now() >= end) return true
          table.index(pk, wordsIn(table.content(pk)))
        }
        return waiting.length === STEP_MESSAGES
      })
    } catch (error) {
      log.warn('Messages could not be read into the search index', { error })
      return false
    }
  }

  close(): void {
    this.#next?.cancel()
    this.#next = undefined
  }

  #readOn(): void {
    this.#next = this.step() ? this.#parts.clock.after(PAUSE_MS, () => this.#readOn()) : undefined
  }
}

function wordsIn(contentJson: string | undefined): string {
  if (contentJson === undefined) return ''
  return indexedWords(searchableText(JSON.parse(contentJson))?.text ?? '')
}
