import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXPORT_BYTES_MAX, EXPORT_MESSAGES_MAX, SessionExport } from '../../contract/history.ts'
import { HistoryTable } from '../store/history.ts'
import { HistoryScene, wordsOf } from '../testing/history-scene.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'
import { exportSession } from './export.ts'

describe('GET /api/sessions/:id/export', () => {
  let history: HistoryScene
  beforeEach(async () => {
    history = await HistoryScene.open()
  })
  afterEach(() => history.close())

  const exported = (id: string, query = '') => history.scene.raw('GET', `/api/sessions/${id}/export${query}`)

  it('is the session, its messages in order and its scratchlist', async () => {
    const { id } = await history.conversation()
    const { body: note } = await history.scene.raw('POST', `/api/sessions/${id}/scratchlist`, {
      text: 'later',
    })
    const { status, body } = await exported(id)
    expect([status, SessionExport.parse(body)]).toEqual([
      200,
      {
        schemaVersion: 2,
        exportedAt: history.scene.now,
        session: await history.scene.detail(id),
        messages: await history.scene.messages(id),
        scratchlist: [note.entry],
      },
    ])
    expect(body.messages.map(wordsOf)).toEqual(['first', 'answer to first', 'second', 'answer to second'])
  })

  it('leaves out what is hidden and what waits for the agent', async () => {
    const agent = await history.conversation()
    const hidden = { role: 'agent', content: { type: 'output', data: { type: 'user', isMeta: true } } }
    await agent.emit('message', { sid: agent.id, message: hidden })
    await history.send(agent.id, 'queued')
    await history.scene.raw('POST', `/api/sessions/${agent.id}/messages`, {
      text: 'x',
      localId: 'scheduled',
      scheduledAt: history.scene.now + 60_000,
    })
    expect((await exported(agent.id)).body.messages).toHaveLength(4)
  })

  it('works for inactive and for empty sessions', async () => {
    const { body } = await exported(await history.scene.asleep())
    expect([body.messages, body.scratchlist, body.session.active]).toEqual([[], [], false])
  })

  it('holds more than one page', async () => {
    const agent = await history.conversation()
    for (let n = 0; n < 450; n++) agent.socket.emit('message', { sid: agent.id, message: { n } })
    await agent.flush()
    const { messages } = (await exported(agent.id)).body
    expect([messages.length, new Set(messages.map(({ id }: { id: string }) => id)).size]).toEqual([454, 454])
  })

  it.each(['gzip', 'identity'])('can be had as %s', async (encoding) => {
    const { id } = await history.conversation()
    const { headers, body } = await history.scene.api.raw('GET', `/api/sessions/${id}/export`, undefined, {
      'accept-encoding': encoding,
    })
    expect([headers.get('content-encoding'), headers.get('content-type'), body.messages.length]).toEqual([
      encoding === 'gzip' ? 'gzip' : null,
      'application/json; charset=utf-8',
      4,
    ])
  })

  it.each(['?force=maybe', '?force=1'])('is a 400 with %s', async (query) => {
    const { id } = await history.conversation()
    const { status, body } = await exported(id, query)
    expect([status, body.error]).toEqual([400, 'Invalid query'])
  })
})

describe('an export that is too large', () => {
  const LIMITS = { messages: 3, bytes: 2_000 }
  let room: LifecycleRoom
  let id: string
  beforeEach(() => {
    room = new LifecycleRoom()
    id = room.active()
  })

  /** The exported words, or the body of the refusal with its status. */
  async function attempt(force: boolean) {
    const parts = {
      tables: { messages: room.tables.messages, history: new HistoryTable(room.db) },
      sessions: room.sessions,
      clock: room.clock,
      scratchlistOf: () => [],
      limits: LIMITS,
    }
    try {
      const stream = exportSession(parts, room.record(id), { force })
      return SessionExport.parse(JSON.parse(await text(stream))).messages.map(wordsOf)
    } catch (error) {
      const { status, code, details } = error as { status: number; code?: string; details: object }
      return { status, code, ...details }
    }
  }

  it('has more messages than the limit, unless it is asked for all the same', async () => {
    for (const word of ['a', 'b', 'c']) room.say(id, word)
    expect(await attempt(false)).toEqual(['a', 'b', 'c'])
    room.say(id, 'd')
    expect([await attempt(false), await attempt(true)]).toEqual([
      { status: 413, code: undefined, count: 4, limit: 3 },
      ['a', 'b', 'c', 'd'],
    ])
  })

  it('has more bytes of content than the limit, asked for or not', async () => {
    room.say(id, '')
    const [{ contentJson = '' } = {}] = room.tables.messages.latest(room.record(id).pk, 1)
    const fill = LIMITS.bytes - 2 * Buffer.byteLength(contentJson)
    room.say(id, 'x'.repeat(fill))
    expect(await attempt(false)).toHaveLength(2)
    room.say(id, '')
    const refusal = {
      status: 413,
      code: undefined,
      count: LIMITS.bytes + contentJson.length,
      limit: LIMITS.bytes,
    }
    expect([await attempt(false), await attempt(true)]).toEqual([refusal, refusal])
  })

  it('is measured by 20,000 messages and 100 MiB', () => {
    expect([EXPORT_MESSAGES_MAX, EXPORT_BYTES_MAX]).toEqual([20_000, 104_857_600])
  })
})

it('an export holds what was there when it began', async () => {
  const room = new LifecycleRoom()
  const id = room.active()
  for (let n = 0; n < 201; n++) room.say(id, `${n}`)
  const stream = exportSession(
    {
      tables: { messages: room.tables.messages, history: new HistoryTable(room.db) },
      sessions: room.sessions,
      clock: room.clock,
      scratchlistOf: () => [],
      limits: { messages: 1_000, bytes: 1_000_000 },
    },
    room.record(id),
    { force: false },
  )
  room.clock.advance(1)
  room.say(id, 'said meanwhile')
  expect(stream).toBeInstanceOf(Readable)
  expect(SessionExport.parse(JSON.parse(await text(stream))).messages).toHaveLength(201)
})
