import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SEARCH_LIMIT_MAX, SEARCH_QUERY_MAX_LENGTH, searchMessages } from '../../contract/search.ts'
import { randomNumbers } from '../testing/garbage.ts'
import { HistoryScene } from '../testing/history-scene.ts'
import { FOREIGN, HubScene } from '../testing/hub-scene.ts'
import type { TestClient } from '../testing/test-client.ts'

let scene: HubScene
beforeEach(async () => {
  scene = await HubScene.open()
})
afterEach(() => scene.close())

const search = (q: string, more: { limit?: number; cursor?: string } = {}, api: TestClient = scene.api) =>
  api.call(searchMessages, { query: { q, ...more } })
const raw = (query: string) => scene.raw('GET', `/api/search${query}`)
const snippets = async (q: string, api?: TestClient) =>
  (await search(q, {}, api)).results.map(({ snippet }) => snippet.text)
const send = (id: string, text: string, localId?: string) =>
  scene.raw('POST', `/api/sessions/${id}/messages`, { text, localId })

describe('a search', () => {
  it('finds prompts, answers and tools, the last stored first', async () => {
    const agent = await scene.session({ metadata: { name: 'Shop' } })
    await send(agent.id, 'Please repair the checkout')
    await agent.say('The checkout works again')
    const tool = { type: 'tool-call', name: 'Bash', callId: 'c', input: { command: 'npm run checkout' } }
    await agent.emit('message', {
      sid: agent.id,
      message: { role: 'agent', content: { type: 'codex', data: tool } },
    })
    const { results, ...rest } = await search('checkout')
    const rows = await scene.messages(agent.id)
    expect([results.map(({ role, snippet }) => [role, snippet.text]), rest]).toEqual([
      [
        ['agent', 'Bash npm run checkout'],
        ['agent', 'The checkout works again'],
        ['user', 'Please repair the checkout'],
      ],
      { nextCursor: null, isIndexing: false },
    ])
    const [row] = rows.filter(({ content }) => JSON.stringify(content).includes('repair'))
    expect(results[2]).toEqual({
      sessionId: agent.id,
      sessionName: 'Shop',
      messageId: row?.id,
      role: 'user',
      position: { seq: row?.seq, at: row?.invokedAt ?? row?.createdAt },
      createdAt: row?.createdAt,
      snippet: { text: 'Please repair the checkout', matches: [{ start: 18, end: 26 }] },
    })
  })

  it('takes the last word as a beginning, overlooks case and accents, and wants every word', async () => {
    const agent = await scene.session()
    await agent.say('Un Café très chaud')
    expect(
      await Promise.all(['cafe cha', 'CHAUD café', 'caf chaud', 'cafe froid'].map((q) => snippets(q))),
    ).toEqual([['Un Café très chaud'], ['Un Café très chaud'], [], []])
  })

  it('finds two characters in the middle of Chinese, Japanese, Korean and Thai', async () => {
    const agent = await scene.session()
    const texts = ['请修复这个错误', 'サーバーの設定', '서버를 다시 시작', 'แก้ไขข้อผิดพลาด', 'हिन्दी में लिखा']
    for (const text of texts) await agent.say(text)
    const found = await Promise.all(['复这', 'バー', '버를', 'ผิด', 'हिन्दी'].map((q) => snippets(q)))
    expect(found).toEqual(texts.map((text) => [text]))
    expect(await snippets('误错')).toEqual([])
  })

  it('shows nobody what is in another namespace, however much there is', async () => {
    const mine = await scene.session()
    const other = await scene.session({ namespace: FOREIGN })
    await other.say('secret plan')
    for (let index = 0; index < 30; index += 1) await mine.say(`secret ${index}`)
    expect(await snippets('secret', scene.stranger)).toEqual(['secret plan'])
    expect((await search('plan')).results).toEqual([])
  })

  it('comes page by page, each message once', async () => {
    const agent = await scene.session()
    for (let index = 0; index < 7; index += 1) await agent.say(`apple ${index}`)
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const page = await search('apple', { limit: 3, ...(cursor && { cursor }) })
      pages.push(page.results.map(({ snippet }) => snippet.text))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(pages.map((page) => page.join())).toEqual([
      'apple 6,apple 5,apple 4',
      'apple 3,apple 2,apple 1',
      'apple 0',
    ])
  })

  it.each([
    ['nothing', ''],
    ['no words', '?q=%20'],
    ['too many words', `?q=${'x'.repeat(SEARCH_QUERY_MAX_LENGTH + 1)}`],
    ['no page at all', '?q=a&limit=0'],
    ['too long a page', `?q=a&limit=${SEARCH_LIMIT_MAX + 1}`],
    ['a foreign cursor', '?q=a&cursor=abc'],
    ['two questions', '?q=a&q=b'],
  ])('refuses %s', async (_, query) => {
    expect(await raw(query)).toEqual({
      status: 400,
      body: { error: 'Invalid query', issues: expect.anything() },
    })
  })

  it('needs to know who asks', async () => {
    expect((await fetch(`${scene.hub.origin}/api/search?q=a`)).status).toBe(401)
  })

  it('never fails on what is typed', async () => {
    const agent = await scene.session()
    await agent.say('some words to "find" (or) NEAR them* ^here: words-words')
    const random = randomNumbers(7)
    const below = (count: number) => Math.floor(random() * count)
    const pieces = [
      '"',
      "'",
      '*',
      '^',
      '(',
      ')',
      ':',
      '-',
      '+',
      '{',
      '}',
      ' ',
      'NEAR',
      'AND',
      'OR',
      'NOT',
      'words',
      '错',
      '\u0000',
      '\ud800',
      '\u0301',
      '😀',
      '\\',
      '%',
      ';--',
      '\n',
      'rowid',
      '0',
    ]
    for (let round = 0; round < 300; round += 1) {
      const q = Array.from({ length: 1 + below(12) }, () => pieces[below(pieces.length)]).join('')
      const answer = await raw(`?q=${encodeURIComponent(q.toWellFormed())}`)
      expect([200, 400], q).toContain(answer.status)
      if (answer.status === 400) expect(q.trim()).toBe('')
    }
    expect(await snippets('"find" NEAR')).toHaveLength(1)
  })
})

describe('what can be found keeps in step with', () => {
  it('a session that is deleted', async () => {
    const agent = await scene.session()
    await agent.say('walnut')
    await search('walnut')
    await agent.say('walnut, not read yet')
    await agent.end()
    expect((await scene.raw('DELETE', `/api/sessions/${agent.id}`)).status).toBe(200)
    expect(await snippets('walnut')).toEqual([])
    expect(indexedRows()).toEqual({ words: 0, pending: 0 })
  })

  it('a prompt that is taken back', async () => {
    const agent = await scene.session()
    agent.socket.close()
    await send(agent.id, 'pecan', 'p')
    expect(await snippets('pecan')).toEqual(['pecan'])
    const taken = await scene.raw('DELETE', `/api/sessions/${agent.id}/messages/p`)
    expect([taken.status, await snippets('pecan')]).toEqual([200, []])
  })

  it('a session that another replaced', async () => {
    await scene.runner('m')
    const metadata = { machineId: 'm', flavor: 'codex', codexSessionId: 'thread' }
    const first = await scene.session({ metadata: { ...metadata, name: 'Before' } })
    await first.say('hazelnut')
    await search('hazelnut')
    await first.end()
    const second = await scene.session({ metadata })
    const { results } = await search('hazelnut')
    expect(results.map(({ sessionId }) => sessionId)).toEqual([second.id])
    expect((await scene.messages(second.id)).map(({ id }) => id)).toContain(results[0]?.messageId)
  })

  it('a restart', async () => {
    const agent = await scene.session()
    await agent.say('almond')
    await scene.hub.restart()
    const api = await scene.hub.client()
    expect(await snippets('almond', api)).toEqual(['almond'])
  })

  it('a rewind and a fork', async () => {
    const history = await HistoryScene.open()
    try {
      const { api } = history.scene
      await history.startsForks()
      const agent = await history.forkable()
      const places = async (q: string) => (await search(q, {}, api)).results.map(({ sessionId }) => sessionId)
      expect(await places('answer second')).toEqual([agent.id])
      const fork = await history.fork(agent.id)
      expect((await places('answer second')).toSorted()).toEqual([agent.id, fork.body.sessionId].toSorted())
      await agent.serve('rewind-conversation', () => ({ success: true, truncateFromLocalId: 'second' }))
      await history.rewind(agent.id)
      expect(await places('answer second')).toEqual([fork.body.sessionId])
    } finally {
      await history.close()
    }
  })
})

describe('messages that were stored before there was a search', () => {
  const MANY = 12_000
  /** Makes the database one of the version before, with many messages. */
  async function fromBefore(): Promise<TestClient> {
    const agent = await scene.session()
    await agent.say('acorn 0')
    await scene.hub.restart(() => {
      const db = new BetterSqlite3(scene.hub.config.databasePath)
      db.exec(`
        DROP TRIGGER messages_searched_insert; DROP TRIGGER messages_searched_update;
        DROP TRIGGER messages_searched_delete; DROP TABLE search_pending; DROP TABLE message_words;
        PRAGMA user_version = 6;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})
        INSERT INTO messages (id, session_pk, seq, content, created_at, invoked_at)
        SELECT 'old-' || i, session_pk, seq + i, replace(content, 'acorn 0', 'acorn ' || i), created_at, created_at
        FROM messages, n WHERE instr(content, 'acorn 0') > 0;`)
      db.close()
    })
    return scene.hub.client()
  }

  it('are read little by little, the newest first, and then all can be found', async () => {
    const api = await fromBefore()
    const first = await search(`acorn ${MANY - 1}`, {}, api)
    expect([first.results.length, first.isIndexing]).toEqual([1, true])
    expect((await search('acorn 0', {}, api)).results).toEqual([])
    scene.hub.clock.advance(60_000)
    const { results, isIndexing } = await search('acorn 0', {}, api)
    expect([results.map(({ snippet }) => snippet.text), isIndexing]).toEqual([['acorn 0'], false])
  })
})

function indexedRows(): { words: number; pending: number } {
  const db = new BetterSqlite3(scene.hub.config.databasePath, { readonly: true })
  try {
    const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
    return { words: count('message_words_docsize'), pending: count('search_pending') }
  } finally {
    db.close()
  }
}
