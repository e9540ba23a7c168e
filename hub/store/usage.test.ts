import { beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { UsageService } from '../usage/usage-service.ts'
import { Database } from './database.ts'
import { QUARTER_MS, UsageTable } from './usage.ts'

const MESSAGES = 500_000
const DAY_QUARTERS = 96
const NOW_QUARTER = 2_000_000
const DAYS = 180

/** Half a million replies: half a year of eight-hour days, three sessions at a time, four models. */
const FILL_EVENTS = `
  INSERT INTO usage_events
  WITH RECURSIVE reply (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM reply WHERE n < ${MESSAGES - 1})
  SELECT 'default', 'claude|' || n, 's' || (n / 1000), ${NOW_QUARTER} - ${DAY_QUARTERS} * (n % ${DAYS}) - n / ${DAYS} % 32,
    'claude', 'model-' || (n % 4), n % 900, n % 70, n % 30, n % 20 FROM reply`
const FILL_SUMS = `
  INSERT INTO usage_quarters
  SELECT namespace, quarter, 's' || (quarter % 3), agent, model, sum(input), sum(output), sum(cache_read),
    sum(cache_creation), sum(max(0, input - cache_read) + output), count(*)
  FROM usage_events GROUP BY namespace, quarter, agent, model`

describe('half a million messages', () => {
  let db: Database
  let table: UsageTable

  beforeAll(() => {
    db = Database.open(':memory:', silentLog)
    table = new UsageTable(db)
    db.write(() => {
      db.raw.exec(FILL_EVENTS)
      db.raw.exec(FILL_SUMS)
    })
    db.flush()
  })

  const service = () =>
    new UsageService({
      usage: table,
      sessionModel: () => undefined,
      clock: new ManualClock((NOW_QUARTER + 1) * QUARTER_MS),
    })

  it.each(['7d', '30d', 'all'] as const)('are summed for %s without looking at them', (range) => {
    const usage = service()
    usage.summary('default', range, 'Asia/Kathmandu')
    const before = process.cpuUsage()
    const { totals, daily } = usage.summary('default', range, 'America/New_York')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(150)
    expect(totals.requests).toBe(daily.reduce((sum, day) => sum + day.requests, 0))
    if (range === 'all') expect(totals.requests).toBe(MESSAGES)
  })

  it('are told from a new one by its key', () => {
    expect(table.find('default', `claude|${MESSAGES - 1}`)).toMatchObject({ sessionId: 's499' })
    expect(table.find('default', 'claude|none')).toBeUndefined()
  })

  it('are no reason to read them all when two sessions become one', () => {
    table.moveSession('default', 's1', 's2')
    const before = process.cpuUsage()
    table.moveSession('default', 's7', 's8')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(150)
    expect(table.find('default', 'claude|7500')?.sessionId).toBe('s8')
  })
})

/** Every statement the table prepares, with SQLite's plan for it. */
function plans(): [sql: string, plan: string][] {
  const db = Database.open(':memory:', silentLog)
  const seen: string[] = []
  const spied = new Proxy(db, {
    get(target, property) {
      if (property !== 'prepare') return Reflect.get(target, property, target)
      return (sql: string) => {
        seen.push(sql)
        return target.prepare(sql)
      }
    },
  })
  new UsageTable(spied)
  return seen.map((sql) => {
    const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null])
    const count = sql.split('?').length - 1
    const statement = db.raw.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    const rows =
      names.length > 0 ? statement.all(Object.fromEntries(names)) : statement.all(Array(count).fill(null))
    return [
      sql.replace(/\s+/g, ' ').trim(),
      (rows as { detail: string }[]).map(({ detail }) => detail).join('; '),
    ]
  })
}

it('never scans a table', () => {
  const found = plans()
  expect(found.length).toBeGreaterThan(8)
  expect(found.filter(([, plan]) => /\bSCAN\b/.test(plan))).toEqual([])
})

it('keeps the sessions of other namespaces apart when it moves one', () => {
  const table = new UsageTable(Database.open(':memory:', silentLog))
  const event = { key: 'k', sessionId: 's', quarter: 1, agent: 'a', model: 'm' }
  const tokens = { input: 1, output: 0, cacheRead: 0, cacheCreation: 0 }
  for (const namespace of ['default', 'guest']) table.put({ ...event, ...tokens, namespace }, undefined)
  table.moveSession('default', 's', 't')
  expect([table.find('default', 'k')?.sessionId, table.find('guest', 'k')?.sessionId]).toEqual(['t', 's'])
  expect([table.byQuarter('default', 0).length, table.byQuarter('guest', 0).length]).toEqual([1, 1])
})
