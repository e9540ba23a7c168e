import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'

export const QUARTER_MS = 15 * 60_000

/** Token counts of one reply or of a sum of replies; `input` includes what came from a cache. */
export interface Tokens {
  input: number
  output: number
  cacheRead: number
  cacheCreation: number
}

export interface UsageEvent extends Tokens {
  namespace: string
  /** Names the provider's reply, so that it counts once however often a transcript repeats it. */
  key: string
  sessionId: string
  /** Number of the quarter hour since 1970 (UTC) in which it was first seen. */
  quarter: number
  agent: string
  model: string
}

/** What several replies used together. */
export interface UsageSum extends Tokens {
  uncached: number
  requests: number
}

interface TokenColumns {
  input: number
  output: number
  cache_read: number
  cache_creation: number
}

interface SumColumns extends TokenColumns {
  uncached: number
  requests: number
}

const tokens = (row: TokenColumns): Tokens => ({
  input: row.input,
  output: row.output,
  cacheRead: row.cache_read,
  cacheCreation: row.cache_creation,
})

const sum = ({ uncached, requests, ...row }: SumColumns): UsageSum => ({ ...tokens(row), uncached, requests })

const SUMS = `sum(input) AS input, sum(output) AS output, sum(cache_read) AS cache_read,
  sum(cache_creation) AS cache_creation, sum(uncached) AS uncached, sum(requests) AS requests
  FROM usage_quarters WHERE namespace = ? AND quarter >= ?`

/** Usage events by key, the last snapshot of cumulative counters, and their sums by quarter hour. */
export class UsageTable {
  readonly #db: Database
  readonly #find: Statement
  readonly #put: Statement
  readonly #findStream: Statement
  readonly #putStream: Statement
  readonly #add: Statement
  readonly #byQuarter: Statement
  readonly #byAgentAndModel: Statement
  readonly #sessions: Statement
  readonly #ofSession: Statement
  readonly #dropSession: Statement
  readonly #renameEvents: Statement

  constructor(db: Database) {
    this.#db = db
    this.#find = db.prepare('SELECT * FROM usage_events WHERE namespace = ? AND key = ?')
    this.#put = db.prepare(`
      INSERT OR REPLACE INTO usage_events VALUES
        (@namespace, @key, @sessionId, @quarter, @agent, @model, @input, @output, @cacheRead, @cacheCreation)`)
    this.#findStream = db.prepare('SELECT * FROM usage_streams WHERE namespace = ? AND stream = ?')
    this.#putStream = db.prepare('INSERT OR REPLACE INTO usage_streams VALUES (?, ?, ?, ?, ?, ?)')
    this.#add = db.prepare(`
      INSERT INTO usage_quarters VALUES (@namespace, @quarter, @sessionId, @agent, @model,
        @input, @output, @cacheRead, @cacheCreation, @uncached, @requests)
      ON CONFLICT DO UPDATE SET input = input + excluded.input, output = output + excluded.output,
        cache_read = cache_read + excluded.cache_read, cache_creation = cache_creation + excluded.cache_creation,
        uncached = uncached + excluded.uncached, requests = requests + excluded.requests`)
    // Two readings that each give few rows cost less than half of one with a row for every combination.
    this.#byQuarter = db.prepare(`SELECT quarter, ${SUMS} GROUP BY quarter HAVING sum(requests) > 0`)
    this.#byAgentAndModel = db.prepare(
      `SELECT agent, model, ${SUMS} GROUP BY agent, model HAVING sum(requests) > 0`,
    )
    this.#sessions = db.prepare(
      'SELECT count(DISTINCT session_id) AS n FROM usage_quarters WHERE namespace = ? AND quarter >= ?',
    )
    this.#ofSession = db.prepare('SELECT * FROM usage_quarters WHERE session_id = ? AND namespace = ?')
    this.#dropSession = db.prepare('DELETE FROM usage_quarters WHERE session_id = ? AND namespace = ?')
    this.#renameEvents = db.prepare(
      'UPDATE usage_events SET session_id = ? WHERE session_id = ? AND namespace = ?',
    )
  }

  find(namespace: string, key: string): UsageEvent | undefined {
    const row = this.#find.get(namespace, key) as
      | (TokenColumns & { session_id: string; quarter: number; agent: string; model: string })
      | undefined
    return (
      row && {
        ...tokens(row),
        namespace,
        key,
        sessionId: row.session_id,
        quarter: row.quarter,
        agent: row.agent,
        model: row.model,
      }
    )
  }

  /** Stores the event under its key, replacing what the key held, and keeps the sums equal to the events. */
  put(event: UsageEvent, previous: UsageEvent | undefined): void {
    this.#db.write(() => {
      if (previous) this.#sum(previous, -1)
      this.#put.run(event)
      this.#sum(event, 1)
    })
  }

  /** The last snapshot of a cumulative counter. */
  findStream(namespace: string, stream: string): Tokens | undefined {
    const row = this.#findStream.get(namespace, stream) as TokenColumns | undefined
    return row && tokens(row)
  }

  putStream(namespace: string, stream: string, total: Tokens): void {
    this.#db.write(() =>
      this.#putStream.run(namespace, stream, total.input, total.output, total.cacheRead, total.cacheCreation),
    )
  }

  /** Sums since `fromQuarter`, one for each quarter hour that had any, in order. */
  byQuarter(namespace: string, fromQuarter: number): ({ quarter: number } & UsageSum)[] {
    const rows = this.#byQuarter.all(namespace, fromQuarter) as ({ quarter: number } & SumColumns)[]
    return rows.map(({ quarter, ...row }) => ({ quarter, ...sum(row) }))
  }

  /** Sums since `fromQuarter`, one for each model of each agent that had any. */
  byAgentAndModel(namespace: string, fromQuarter: number): ({ agent: string; model: string } & UsageSum)[] {
    type Row = { agent: string; model: string } & SumColumns
    const rows = this.#byAgentAndModel.all(namespace, fromQuarter) as Row[]
    return rows.map(({ agent, model, ...row }) => ({ agent, model, ...sum(row) }))
  }

  /** How many sessions had any usage since `fromQuarter`. */
  countSessions(namespace: string, fromQuarter: number): number {
    return (this.#sessions.get(namespace, fromQuarter) as { n: number }).n
  }

  /** Books everything of one session under another, for a merge. */
  moveSession(namespace: string, fromId: string, toId: string): void {
    type Row = SumColumns & { quarter: number; agent: string; model: string }
    this.#db.write(() => {
      const rows = this.#ofSession.all(fromId, namespace) as Row[]
      this.#dropSession.run(fromId, namespace)
      for (const { quarter, agent, model, ...row } of rows) {
        this.#add.run({ ...sum(row), namespace, sessionId: toId, quarter, agent, model })
      }
      this.#renameEvents.run(toId, fromId, namespace)
    })
  }

  #sum(event: UsageEvent, sign: 1 | -1): void {
    const { namespace, sessionId, quarter, agent, model } = event
    // Kept so that it is known again, but no request.
    if (event.input + event.output + event.cacheRead + event.cacheCreation === 0) return
    this.#add.run({
      namespace,
      sessionId,
      quarter,
      agent,
      model,
      input: sign * event.input,
      output: sign * event.output,
      cacheRead: sign * event.cacheRead,
      cacheCreation: sign * event.cacheCreation,
      uncached: sign * (Math.max(0, event.input - event.cacheRead) + event.output),
      requests: sign,
    })
  }
}
