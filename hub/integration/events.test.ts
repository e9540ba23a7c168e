import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'
import { SseClient } from '../testing/sse-client.ts'

const RING = 256

let scene: HubScene
let agent: SceneAgent
let streams: SseClient[]
beforeEach(async () => {
  scene = await HubScene.open()
  agent = await scene.session()
  streams = []
})
afterEach(async () => {
  for (const stream of streams) stream.close()
  await scene.close()
})

interface OpenOptions {
  headers?: Record<string, string>
  gzip?: boolean
}

/** A stream that has its handshake. */
async function open(
  query = 'all=true',
  { headers = {}, gzip = false }: OpenOptions = {},
): Promise<SseClient> {
  const stream = await SseClient.open(Number(new URL(scene.hub.origin).port), `/api/events?${query}`, {
    headers: { authorization: `Bearer ${scene.api.jwt}`, ...headers },
    gzip,
  })
  streams.push(stream)
  await stream.first(1)
  return stream
}

/** One broadcast event a prompt, named so that a test can tell them apart. */
async function consumed(...names: string[]): Promise<void> {
  for (const name of names) agent.socket.emit('messages-consumed', { sid: agent.id, localIds: [name] })
  await agent.flush()
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`)
const namesIn = (frames: { event: { localIds?: string[] } }[]) =>
  frames.map(({ event }) => event.localIds?.[0])
const resumeOf = (stream: SseClient) => stream.frames[0]?.event.data.resume

describe('the handshake', () => {
  it('is the first frame and has no id', async () => {
    const [frame] = (await open()).frames
    expect([frame?.id, frame?.event]).toEqual([
      undefined,
      {
        type: 'connection-changed',
        data: {
          status: 'connected',
          subscriptionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          resume: 'gap',
        },
      },
    ])
  })

  it('names another subscription for each connection', async () => {
    const ids = [await open(), await open()].map(({ frames }) => frames[0]?.event.data.subscriptionId)
    expect(new Set(ids).size).toBe(2)
  })
})

describe('a frame', () => {
  it('of a broadcast is a data line, then an id line', async () => {
    const stream = await open()
    await consumed('a')
    const [, frame] = await stream.first(2)
    expect(frame?.text).toMatch(/^data: \{.*\}\nid: [^:]{8}:\d+:[0-9a-f]{8}$/)
  })

  it('of a heartbeat comes every 30 s, has no id and leaves the cursor', async () => {
    const stream = await open()
    await consumed('a')
    await stream.first(2)
    scene.hub.clock.advance(30_000)
    const [, event, heartbeat] = await stream.first(3)
    const reader = await open(`all=true&lastEventId=${event?.id}`)
    expect([heartbeat?.id, heartbeat?.event, resumeOf(reader)]).toEqual([
      undefined,
      { type: 'heartbeat', namespace: 'default', data: { timestamp: scene.now } },
      'ok',
    ])
  })

  it('carries a text with line breaks in one data line', async () => {
    const stream = await open()
    await scene.raw('PATCH', `/api/sessions/${agent.id}`, { name: 'a\n\ndata: b\r\u2028c' })
    const [, frame] = await stream.first(2)
    expect([frame?.text.split('\n').length, frame?.event.data.metadata.name]).toEqual([
      2,
      'a\n\ndata: b\r\u2028c',
    ])
  })

  it('counts up by one and names the same epoch, however many namespaces there are', async () => {
    const stream = await open()
    const foreign = await scene.asleep({ namespace: 'other' })
    await consumed('a')
    await scene.stranger.raw('PATCH', `/api/sessions/${foreign}`, { name: 'n' })
    await consumed('b')
    const [, a, b] = await stream.first(3)
    const [epochA, seqA, tagA] = a?.id?.split(':') ?? []
    const [epochB, seqB, tagB] = b?.id?.split(':') ?? []
    expect([epochB, Number(seqB) - Number(seqA), tagB]).toEqual([epochA, 2, tagA])
  })
})

describe('a cursor', () => {
  async function cursorAfter(...seen: string[]): Promise<string> {
    const stream = await open()
    await consumed(...seen)
    const frames = await stream.first(seen.length + 1)
    stream.close()
    return frames.at(-1)?.id ?? ''
  }

  it('brings back exactly what was missed, with the same ids, then what is new', async () => {
    const cursor = await cursorAfter('a')
    const witness = await open()
    await consumed('b', 'c')
    const live = (await witness.first(3)).slice(1)
    const stream = await open('all=true', { headers: { 'last-event-id': cursor } })
    await consumed('d')
    const frames = await stream.first(4)
    expect([resumeOf(stream), namesIn(frames.slice(1)), frames.slice(1, 3).map(({ id }) => id)]).toEqual([
      'ok',
      ['b', 'c', 'd'],
      live.map(({ id }) => id),
    ])
  })

  it('at the newest event brings back nothing', async () => {
    const stream = await open(`all=true&lastEventId=${await cursorAfter('a')}`)
    await consumed('b')
    expect([resumeOf(stream), namesIn((await stream.first(2)).slice(1))]).toEqual(['ok', ['b']])
  })

  it.each([
    [RING, 'ok'],
    [RING + 1, 'gap'],
  ])('behind by %i events is %s', async (count, resume) => {
    const cursor = await cursorAfter('a')
    await consumed(...names(count))
    const stream = await open(`all=true&lastEventId=${cursor}`)
    await consumed('last')
    const expected = resume === 'ok' ? [...names(count), 'last'] : ['last']
    expect([resumeOf(stream), namesIn((await stream.first(expected.length + 1)).slice(1))]).toEqual([
      resume,
      expected,
    ])
  })

  it('behind by more than 2 MiB is a gap', async () => {
    const cursor = await cursorAfter('a')
    for (let index = 0; index < 3; index++) await agent.say('x'.repeat(60_000))
    const near = await open(`all=true&lastEventId=${cursor}`)
    const text = 'y'.repeat(1_100_000)
    for (const localId of ['1', '2']) {
      await scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text, localId })
    }
    const far = await open(`all=true&lastEventId=${cursor}`)
    expect([resumeOf(near), resumeOf(far)]).toEqual(['ok', 'gap'])
  })

  it.each<[string, (cursor: string) => string]>([
    ['none', () => ''],
    ['nonsense', () => 'nonsense'],
    ['a part', (cursor) => cursor.split(':').slice(0, 2).join(':')],
    ['more', (cursor) => `${cursor}:0`],
    ['another epoch', (cursor) => cursor.replace(/^[^:]+/, 'abcdefgh')],
    ['another namespace', (cursor) => cursor.replace(/[^:]+$/, '00000000')],
    ['the future', (cursor) => cursor.replace(/:\d+:/, ':99999:')],
    ['before the first', (cursor) => cursor.replace(/:\d+:/, ':-1:')],
    ['no number', (cursor) => cursor.replace(/:\d+:/, ':1e1:')],
  ])('that is %s is a gap', async (_, change) => {
    const cursor = change(await cursorAfter('a'))
    expect(resumeOf(await open(`all=true&lastEventId=${encodeURIComponent(cursor)}`))).toBe('gap')
  })

  it('of before a restart is a gap', async () => {
    const cursor = await cursorAfter('a')
    await scene.hub.restart()
    expect(resumeOf(await open(`all=true&lastEventId=${cursor}`))).toBe('gap')
  })

  it('in the header wins over the query', async () => {
    const cursor = await cursorAfter('a')
    const headers = { 'last-event-id': cursor }
    expect(resumeOf(await open('all=true&lastEventId=nonsense', { headers }))).toBe('ok')
  })
})

describe('the filter', () => {
  /** The types of events a stream hears while a session and a machine make themselves heard. */
  async function heard(query: string): Promise<string[]> {
    const runner = await scene.runner()
    const other = await scene.session()
    const stream = await open(query.replace('{id}', agent.id))
    const all = await open()
    await consumed('mine')
    await other.emit('messages-consumed', { sid: other.id, localIds: ['theirs'] })
    await runner.emit('machine-agy-models-changed', { machineId: 'm' })
    await all.upTo('machine-agy-models-updated')
    scene.hub.clock.advance(30_000)
    const frames = await stream.upTo('heartbeat')
    return frames.slice(1, -1).map(({ event }) => event.localIds?.[0] ?? event.machineId)
  }

  it.each([
    ['all=true', ['mine', 'theirs', 'm']],
    ['all=1', ['mine', 'theirs', 'm']],
    ['all=TRUE', []],
    ['all=false', []],
    ['', []],
    ['sessionId={id}', ['mine']],
    ['machineId=m', ['m']],
    ['sessionId={id}&machineId=m', ['mine', 'm']],
    ['all=true&sessionId={id}', ['mine', 'theirs', 'm']],
  ])('%j hears %j, and heartbeats', async (query, expected) => {
    expect(await heard(query)).toEqual(expected)
  })
})

describe('compression', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0, *', undefined],
    ['*;q=0', undefined],
    ['br', undefined],
    ['identity', undefined],
  ])('for %j is %s', async (accept, encoding) => {
    const { status, headers } = await open('all=true', { headers: { 'accept-encoding': accept } })
    expect([status, headers['content-encoding'], headers['content-length'], headers['content-type']]).toEqual(
      [200, encoding, undefined, 'text/event-stream'],
    )
  })

  it('gives the same frames as none, to clients that joined at different times', async () => {
    const plain = await open()
    const early = await open('all=true', { gzip: true })
    await consumed('a', 'b')
    const late = await open('all=true', { gzip: true })
    await consumed('c')
    const frames = (await plain.first(4)).slice(1).map(({ text }) => text)
    expect([
      (await early.first(4)).slice(1).map(({ text }) => text),
      (await late.first(2)).slice(1).map(({ text }) => text),
    ]).toEqual([frames, frames.slice(2)])
  })

  it.each([true, false])('a stream ends completely when the hub stops (gzip: %s)', async (gzip) => {
    const stream = await open('all=true', { gzip })
    await consumed('a')
    await scene.hub.restart()
    expect([await stream.outcome, stream.frames.length]).toEqual(['complete', 2])
  })
})

describe('POST /api/visibility', () => {
  const report = (body: unknown) => scene.raw('POST', '/api/visibility', body)
  const subscription = async () => (await open()).frames[0]?.event.data.subscriptionId

  it.each(['visible', 'hidden'])('takes %s', async (visibility) => {
    expect(await report({ subscriptionId: await subscription(), visibility })).toEqual({
      status: 200,
      body: { ok: true },
    })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no visibility', { subscriptionId: 'x' }],
    ['no subscription', { visibility: 'visible' }],
    ['an empty subscription', { subscriptionId: '', visibility: 'visible' }],
    ['another word', { subscriptionId: 'x', visibility: 'open' }],
    ['a boolean', { subscriptionId: 'x', visibility: true }],
  ])('refuses %s', async (_, body) => {
    expect(await report(body)).toEqual({
      status: 400,
      body: { error: 'Invalid body', issues: expect.anything() },
    })
  })

  const unknown = { status: 404, body: { error: 'Subscription not found' } }

  it('does not know a subscription that never was', async () => {
    expect(await report({ subscriptionId: 'x', visibility: 'visible' })).toEqual(unknown)
  })

  it('does not know one of another namespace', async () => {
    const body = { subscriptionId: await subscription(), visibility: 'visible' }
    const { status, body: answer } = await scene.stranger.raw('POST', '/api/visibility', body)
    expect({ status, body: answer }).toEqual(unknown)
  })

  it('does not know one that has ended', async () => {
    const stream = await open()
    const subscriptionId = stream.frames[0]?.event.data.subscriptionId
    await scene.hub.restart()
    const api = await scene.hub.client()
    const answer = await api.raw('POST', '/api/visibility', { subscriptionId, visibility: 'visible' })
    expect(answer.status).toBe(404)
  })
})

it('clients that hang up while the hub stops write nothing past the log', async () => {
  const stderr = vi.spyOn(console, 'error').mockReturnValue()
  for (let index = 0; index < 10; index++) await open()
  // Bytes the clients have not read make their end a reset.
  for (let round = 0; round < 20; round++) {
    agent.socket.emit('messages-consumed', { sid: agent.id, localIds: ['a'.repeat(9000)] })
  }
  await agent.flush()
  for (const stream of streams) stream.close()
  await scene.hub.restart()
  expect(stderr.mock.calls).toEqual([])
})
