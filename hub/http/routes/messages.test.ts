import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UpdateEnvelope } from '../../../contract/cli-plane.ts'
import {
  cancelMessage,
  getQueuedState,
  listMessages,
  retryMessage,
  sendMessage,
  steerMessage,
} from '../../../contract/message.ts'
import type { CliSocket } from '../../../demo/cli-client.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let client: TestClient
let id: string
let agent: CliSocket

beforeEach(async () => {
  hub = await TestHub.start()
  client = await hub.client()
  ;({ id, agent } = await hub.activeSession({ metadata: { flavor: 'codex' } }))
})

afterEach(async () => {
  agent.close()
  await hub.close()
})

const path = (rest = '', of = id) => `/api/sessions/${of}/messages${rest}`
const send = (body: { text: string; localId?: string; scheduledAt?: number }) =>
  client.call(sendMessage, { params: { id }, body })
const page = (query = {}) => client.call(listMessages, { params: { id }, query })

describe('GET messages', () => {
  it('answers the page a client asks for', async () => {
    for (const text of ['1', '2', '3']) await send({ text })
    const latest = await page({ limit: 2 })
    expect(latest.messages.map((row) => row.seq)).toEqual([2, 3])
    const { nextBeforeSeq: beforeSeq, nextBeforeAt: beforeAt } = latest.page
    const older = await page({ limit: 2, beforeSeq, beforeAt })
    expect(older.messages.map((row) => row.seq)).toEqual([1])
    expect(older.page).toMatchObject({ direction: 'before', hasMore: false })
  })

  it('takes position zero as the beginning', async () => {
    await send({ text: '1' })
    expect((await page({ afterSeq: 0, afterAt: 0, epoch: 0 })).messages).toHaveLength(1)
  })

  it.each([
    'limit=0',
    'limit=201',
    'limit=1.5',
    'limit=x',
    'beforeSeq=1',
    'afterAt=1',
    'beforeSeq=1&beforeAt=1&afterSeq=1&afterAt=1',
    'untilSeq=1&untilAt=1',
    'afterSeq=1&afterAt=1&untilSeq=4',
    'epoch=0',
    'afterSeq=1&afterAt=1&epoch=-1',
  ])('refuses %s', async (query) => {
    const { status, body } = await client.raw('GET', path(`?${query}`))
    expect([status, body]).toEqual([
      400,
      { error: 'Invalid query', issues: { formErrors: [], fieldErrors: expect.any(Object) } },
    ])
  })

  it('compresses a long page for those who take gzip', async () => {
    await send({ text: 'long '.repeat(1000) })
    const { headers } = await client.raw('GET', path(), undefined, { 'accept-encoding': 'gzip' })
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('POST messages', () => {
  it.each([
    ['no text', {}],
    ['empty text', { text: '' }],
    ['a schedule without localId', { text: 'x', scheduledAt: 1 }],
    [
      'a schedule with attachments',
      {
        text: 'x',
        localId: 'a',
        scheduledAt: 1,
        attachments: [{ id: '1', filename: 'f', mimeType: 'text/plain', size: 1, path: '/f' }],
      },
    ],
    ['a steered schedule', { text: 'x', localId: 'a', scheduledAt: 1, deliveryMode: 'steer' }],
    ['an unknown mode', { text: 'x', deliveryMode: 'now' }],
    ['a schedule after the horizon', { text: 'x', localId: 'a', scheduledAt: 9e15 }],
  ])('refuses %s', async (_what, body) => {
    const answer = await client.raw('POST', path(), body)
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'Invalid body', issues: { formErrors: expect.any(Array), fieldErrors: expect.any(Object) } },
    ])
  })

  it('is stored, announced and delivered when it is answered', async () => {
    const events = await client.events()
    const delivered = new Promise<UpdateEnvelope>((resolve) => agent.socket.once('update', resolve))
    expect(await send({ text: 'hello', localId: 'a' })).toEqual({ ok: true })
    const [stored] = (await page()).messages
    expect((await events.until('message-received')).message).toEqual(stored)
    const { id: messageId, seq, createdAt, localId, content } = stored as NonNullable<typeof stored>
    expect(await delivered).toEqual({
      id: messageId,
      seq,
      createdAt,
      body: { t: 'new-message', sid: id, message: { id: messageId, seq, createdAt, localId, content } },
    })
    events.close()
  })
})

describe('a queued prompt', () => {
  it('is consumed by the agent', async () => {
    await send({ text: 'x', localId: 'a' })
    agent.emit('messages-consumed', { sid: id, localIds: ['a'] })
    await agent.request('ping')
    const invokedAt = hub.clock.now()
    expect(
      await client.call(getQueuedState, { params: { id }, body: { localIds: ['a', 'a', 'b'] } }),
    ).toEqual({
      queuedLocalIds: [],
      indeterminateLocalIds: [],
      invokedLocalMessages: [{ localId: 'a', invokedAt }],
    })
    const params = { id, messageId: 'a' }
    const [message] = (await page()).messages
    expect(await client.call(cancelMessage, { params })).toEqual({ status: 'invoked', message })
    expect(await client.call(retryMessage, { params })).toEqual({ status: 'invoked', message })
    expect(await client.call(steerMessage, { params })).toEqual({ status: 'invoked', message })
  })

  it('is cancelled with the agent’s consent', async () => {
    agent.onUpdate(() => ({ removed: true }))
    await send({ text: 'x', localId: 'a/b c' })
    const params = { id, messageId: 'a/b c' }
    expect(await client.call(cancelMessage, { params })).toEqual({ status: 'cancelled', localId: 'a/b c' })
    expect(await page()).toMatchObject({ messages: [], page: { epoch: 1 } })
  })

  it('waits for the agent’s word for half a second only', async () => {
    await send({ text: 'x', localId: 'a' })
    const asked = Promise.withResolvers<void>()
    agent.onUpdate(({ body }) => {
      if (body.t === 'cancel-queued-message') asked.resolve()
      return new Promise(() => {})
    })
    const answer = client.call(cancelMessage, { params: { id, messageId: 'a' } })
    await asked.promise
    hub.clock.advance(500)
    expect(await answer).toEqual({ status: 'busy', localId: 'a' })
    expect((await page()).messages).toMatchObject([{ localId: 'a', deliveryState: 'indeterminate' }])
  })

  it('is steered into the running turn', async () => {
    agent.handle('steer-queued-message', () => ({ steered: true }))
    await agent.request('ping')
    await send({ text: 'x', localId: 'a' })
    const params = { id, messageId: 'a' }
    expect(await client.call(steerMessage, { params })).toEqual({ status: 'steered', localId: 'a' })
    expect(await client.call(retryMessage, { params })).toEqual({ status: 'already-queued', localId: 'a' })
  })

  it('refuses more than a thousand localIds at once', async () => {
    const localIds = Array.from({ length: 1001 }, (_, n) => `${n}`)
    expect((await client.raw('POST', path('/queued-state'), { localIds })).status).toBe(400)
  })
})

describe('every route', () => {
  const routes: [string, string, unknown, boolean][] = [
    ['GET', '', undefined, false],
    ['POST', '', { text: 'x' }, true],
    ['DELETE', '/m', undefined, false],
    ['POST', '/m/steer', undefined, true],
    ['POST', '/m/retry', undefined, false],
    ['POST', '/queued-state', { localIds: [] }, false],
  ]

  it.each(routes)('%s %s knows whose session it is', async (method, rest, body) => {
    const other = await hub.client('other')
    const foreign = await other.raw(method, path(rest), body)
    const unknown = await client.raw(method, path(rest, 'nothing'), body)
    expect([foreign.status, foreign.body]).toEqual([403, { error: 'Session access denied' }])
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'Session not found' }])
  })

  it.each(routes)('%s %s to an inactive session', async (method, rest, body, needsActive) => {
    const asleep = await hub.cli().createSession({ tag: 'asleep', metadata: { path: '/', host: 'h' } })
    const { status, body: answer } = await client.raw(method, path(rest, asleep.id), body)
    const inactive = { error: 'Session is inactive', code: 'session_inactive' }
    expect([status, needsActive ? answer : undefined]).toEqual(
      needsActive ? [409, inactive] : [200, undefined],
    )
  })
})
