import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'

let scene: HubScene
let agent: SceneAgent

const open = async () => {
  scene = await HubScene.open()
  agent = await scene.session()
}
const close = () => scene.close()

/** Rows 1 to `count`, one a millisecond. */
async function talk(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    scene.hub.clock.advance(1)
    await agent.say(`row ${index}`)
  }
}

interface Page {
  seqs: number[]
  page: Record<string, unknown>
}

async function page(query = ''): Promise<Page> {
  const { body } = await scene.raw('GET', `/api/sessions/${agent.id}/messages?${query}`)
  return { seqs: body.messages.map((row: { seq: number }) => row.seq), page: body.page }
}
const send = (body: object) => scene.raw('POST', `/api/sessions/${agent.id}/messages`, body)
const seqs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the query', () => {
  beforeAll(open)
  afterAll(close)

  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=x',
    'limit=',
    'limit=1.5',
    'limit=1&limit=1',
    'beforeSeq=1',
    'beforeAt=1',
    'afterSeq=1',
    'afterAt=1',
    'afterSeq=1&afterAt=x',
    'afterSeq=1&afterAt=1.5',
    'afterSeq=1&beforeAt=1',
    'untilSeq=1&untilAt=1',
    'untilSeq=1&afterSeq=1&afterAt=1',
    'untilAt=1&afterSeq=1&afterAt=1',
    'beforeSeq=1&beforeAt=1&afterSeq=1&afterAt=1',
    'beforeSeq=1&beforeAt=1&untilSeq=1&untilAt=1',
    'beforeSeq=1&beforeAt=1&epoch=0',
    'epoch=0',
    'epoch=-1&afterSeq=1&afterAt=1',
    'epoch=x&afterSeq=1&afterAt=1',
  ])('refuses %s', async (query) => {
    expect(await scene.raw('GET', `/api/sessions/${agent.id}/messages?${query}`)).toEqual({
      status: 400,
      body: {
        error: 'Invalid query',
        issues: { formErrors: expect.any(Array), fieldErrors: expect.any(Object) },
      },
    })
  })

  it.each([
    'limit=1',
    'limit=200',
    'beforeSeq=1&beforeAt=1',
    'afterSeq=0&afterAt=0',
    'afterSeq=1&afterAt=1&untilSeq=2&untilAt=2&epoch=0&limit=5',
    'somethingElse=1',
  ])('takes %s', async (query) => {
    expect((await scene.raw('GET', `/api/sessions/${agent.id}/messages?${query}`)).status).toBe(200)
  })

  it('answers an empty conversation', async () => {
    expect(await page()).toEqual({
      seqs: [],
      page: {
        direction: 'latest',
        limit: 50,
        epoch: 0,
        reset: false,
        nextBeforeSeq: null,
        nextBeforeAt: null,
        nextAfterSeq: null,
        nextAfterAt: null,
        snapshotHeadSeq: null,
        snapshotHeadAt: null,
        hasMore: false,
      },
    })
  })
})

describe('a conversation of 60 rows', () => {
  let at: (seq: number) => number
  beforeAll(async () => {
    await open()
    const start = scene.now
    at = (seq) => start + seq
    await talk(60)
  })
  afterAll(close)

  const none = { nextBeforeSeq: null, nextBeforeAt: null, nextAfterSeq: null, nextAfterAt: null }
  const head = (seq: number) => ({ snapshotHeadSeq: seq, snapshotHeadAt: at(seq) })
  const nextBefore = (seq: number) => ({ nextBeforeSeq: seq, nextBeforeAt: at(seq) })
  const nextAfter = (seq: number) => ({ nextAfterSeq: seq, nextAfterAt: at(seq) })

  it('latest: the newest 50 by default', async () => {
    expect(await page()).toEqual({
      seqs: seqs(11, 60),
      page: {
        ...none,
        direction: 'latest',
        limit: 50,
        epoch: 0,
        reset: false,
        ...nextBefore(11),
        ...head(60),
        hasMore: true,
      },
    })
  })

  it.each([
    [59, 2, true],
    [60, 1, false],
    [200, 1, false],
  ])('latest: limit %i begins at row %i', async (limit, first, hasMore) => {
    const answer = await page(`limit=${limit}`)
    expect([answer.seqs, answer.page.hasMore, answer.page.nextBeforeSeq]).toEqual([
      seqs(first, 60),
      hasMore,
      first,
    ])
  })

  it('before: strictly older than the cursor', async () => {
    expect(await page(`limit=5&beforeSeq=11&beforeAt=${at(11)}`)).toEqual({
      seqs: seqs(6, 10),
      page: {
        ...none,
        direction: 'before',
        limit: 5,
        epoch: 0,
        reset: false,
        ...nextBefore(6),
        ...head(60),
        hasMore: true,
      },
    })
  })

  it('before: the last page has no more', async () => {
    const answer = await page(`limit=5&beforeSeq=6&beforeAt=${at(6)}`)
    expect([answer.seqs, answer.page.hasMore]).toEqual([seqs(1, 5), false])
  })

  it('before: nothing is older than the first row', async () => {
    const answer = await page(`beforeSeq=1&beforeAt=${at(1)}`)
    expect([answer.seqs, answer.page.hasMore, answer.page.nextBeforeSeq]).toEqual([[], false, null])
  })

  it('after: strictly newer than the cursor, up to the head', async () => {
    expect(await page(`afterSeq=55&afterAt=${at(55)}&epoch=0`)).toEqual({
      seqs: seqs(56, 60),
      page: {
        ...none,
        direction: 'after',
        limit: 50,
        epoch: 0,
        reset: false,
        ...nextAfter(60),
        ...head(60),
        hasMore: false,
      },
    })
  })

  it('after: there is more while the last row is below the head', async () => {
    const answer = await page(`limit=4&afterSeq=55&afterAt=${at(55)}`)
    expect([answer.seqs, answer.page]).toEqual([
      seqs(56, 59),
      expect.objectContaining({ ...nextAfter(59), ...head(60), hasMore: true }),
    ])
  })

  it('after: until bounds the page, inclusively', async () => {
    const answer = await page(`afterSeq=10&afterAt=${at(10)}&untilSeq=12&untilAt=${at(12)}`)
    expect([answer.seqs, answer.page]).toEqual([
      [11, 12],
      expect.objectContaining({ ...nextAfter(12), ...head(12), hasMore: false }),
    ])
  })

  it('after: until beyond the head means the head', async () => {
    const answer = await page(`afterSeq=58&afterAt=${at(58)}&untilSeq=99&untilAt=${at(99)}`)
    expect([answer.seqs, answer.page]).toEqual([[59, 60], expect.objectContaining(head(60))])
  })

  it.each([
    ['at', 60],
    ['above', 61],
  ])('after: a head %s the cursor gives an empty page that echoes it', async (_, seq) => {
    const answer = await page(`afterSeq=${seq}&afterAt=${at(seq)}`)
    expect([answer.seqs, answer.page]).toEqual([
      [],
      expect.objectContaining({ ...nextAfter(seq), hasMore: false, direction: 'after' }),
    ])
  })

  it('after: position zero is the beginning', async () => {
    const answer = await page('limit=2&afterSeq=0&afterAt=0&epoch=0')
    expect([answer.seqs, answer.page.direction]).toEqual([[1, 2], 'after'])
  })

  it('after: another epoch gives the latest page with a reset', async () => {
    const answer = await page(`limit=2&afterSeq=1&afterAt=${at(1)}&epoch=7`)
    expect([answer.seqs, answer.page]).toEqual([
      [59, 60],
      expect.objectContaining({ direction: 'latest', reset: true, epoch: 0, ...nextBefore(59) }),
    ])
  })

  it('walks back through every row once', async () => {
    const seen: number[] = []
    let query = 'limit=7'
    for (;;) {
      const { seqs: rows, page: info } = await page(query)
      seen.unshift(...rows)
      if (!info.hasMore) break
      query = `limit=7&beforeSeq=${info.nextBeforeSeq}&beforeAt=${info.nextBeforeAt}`
    }
    expect(seen).toEqual(seqs(1, 60))
  })

  it('walks forward through every row once, to a fixed head', async () => {
    const seen: number[] = []
    let cursor = 'afterSeq=0&afterAt=0'
    for (;;) {
      const { seqs: rows, page: info } = await page(`limit=7&epoch=0&${cursor}&untilSeq=30&untilAt=${at(30)}`)
      seen.push(...rows)
      if (!info.hasMore) break
      cursor = `afterSeq=${info.nextAfterSeq}&afterAt=${info.nextAfterAt}`
    }
    expect(seen).toEqual(seqs(1, 30))
  })
})

describe('what changes under a client', () => {
  beforeEach(open)
  afterEach(close)

  const epoch = async () => (await page()).page.epoch

  it('queued prompts are pinned to the latest page and no cursor sees them', async () => {
    await send({ text: 'waits', localId: 'q' })
    await send({ text: 'later', localId: 's', scheduledAt: scene.now + 3_600_000 })
    await talk(5)
    const answer = await page('limit=2')
    expect([answer.seqs, answer.page.nextBeforeSeq, answer.page.hasMore]).toEqual([[1, 2, 6, 7], 6, true])
  })

  it('a consumed prompt moves to the time of its consumption', async () => {
    await send({ text: 'waits', localId: 'q' })
    await talk(3)
    scene.hub.clock.advance(1)
    await agent.consume('q')
    expect((await page()).seqs).toEqual([2, 3, 4, 1])
  })

  it('rows of one moment are told apart by seq', async () => {
    for (const text of ['a', 'b', 'c']) await agent.say(text)
    const answer = await page(`afterSeq=2&afterAt=${scene.now}`)
    expect(answer.seqs).toEqual([3])
  })

  it('a page of hidden rows is skipped', async () => {
    await agent.say('visible')
    for (let index = 0; index < 30; index++) {
      scene.hub.clock.advance(1)
      const message = { role: 'agent', content: { type: 'output', data: { type: 'user', isMeta: true } } }
      await agent.emit('message', { sid: agent.id, message })
    }
    expect((await page('limit=5')).seqs).toEqual([1])
  })

  it('a row in order leaves the epoch', async () => {
    await talk(3)
    expect(await epoch()).toBe(0)
  })

  it('a row before the head bumps the epoch', async () => {
    await talk(3)
    await agent.say('late', { createdAt: scene.now - 2 })
    expect([await epoch(), (await page()).seqs]).toEqual([1, [1, 4, 2, 3]])
  })

  it('a cancelled prompt bumps the epoch', async () => {
    await send({ text: 'x', localId: 'l', scheduledAt: scene.now + 3_600_000 })
    await scene.raw('DELETE', `/api/sessions/${agent.id}/messages/l`)
    expect(await epoch()).toBe(1)
  })

  it('a cancel of nothing leaves the epoch', async () => {
    await scene.raw('DELETE', `/api/sessions/${agent.id}/messages/none`)
    expect(await epoch()).toBe(0)
  })

  it('the pages are the same after a restart', async () => {
    await talk(3)
    const { body } = await scene.raw('GET', `/api/sessions/${agent.id}/messages`)
    await scene.hub.restart()
    const api = await scene.hub.client()
    expect((await api.raw('GET', `/api/sessions/${agent.id}/messages`)).body).toEqual(body)
  })
})
