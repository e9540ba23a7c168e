import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncEvent } from '../../contract/events.ts'
import { ManualSignals, nextTurn } from '../testing/factories.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { ClientError } from './client-error.ts'
import { EventStream } from './event-stream.ts'
import type { HubClient } from './hub-client.ts'
import type { OpenOptions } from './hub-transport.ts'

interface Opened {
  path: string
  options: OpenOptions
  send: (text: string) => Promise<void>
  end: () => Promise<void>
}

type Mode = 'accept' | 'refuse' | 'hang' | ClientError

let clock: ManualClock
let signals: ManualSignals
let opened: Opened[]
let reports: unknown[]
let mode: Mode
let reportFailure: ClientError | undefined
let reportGate: Promise<void> | undefined
let events: SyncEvent[]
let stream: EventStream

const open = (path: string, options: OpenOptions = {}): Promise<Response> => {
  if (mode === 'refuse') return Promise.reject(new ClientError(0, undefined))
  if (mode === 'hang') {
    opened.push({ path, options, send: async () => {}, end: async () => {} })
    return new Promise(() => {})
  }
  if (mode instanceof ClientError) return Promise.reject(mode)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  writer.closed.catch(() => {})
  opened.push({
    path,
    options,
    send: async (text) => {
      void writer.write(new TextEncoder().encode(text)).catch(() => {})
      await nextTurn()
    },
    end: async () => {
      void writer.close().catch(() => {})
      await nextTurn()
    },
  })
  return Promise.resolve(new Response(readable, { headers: { 'content-type': 'text/event-stream' } }))
}

const call = async (_endpoint: unknown, options: { body: unknown }) => {
  reports.push(options.body)
  await reportGate
  if (reportFailure) throw reportFailure
  return { ok: true }
}

const frame = (event: object, id?: string) => `data: ${JSON.stringify(event)}\n${id ? `id: ${id}\n` : ''}\n`
const handshake = (resume: 'ok' | 'gap' = 'gap', subscriptionId = 'sub') =>
  frame({ type: 'connection-changed', data: { status: 'connected', subscriptionId, resume } })
const removed = (sessionId: string): SyncEvent => ({ type: 'session-removed', sessionId })

const latest = () => opened.at(-1) as Opened
const cursor = () => latest().options.headers?.['last-event-id']

beforeEach(() => {
  clock = new ManualClock(0)
  signals = new ManualSignals()
  opened = []
  reports = []
  mode = 'accept'
  reportFailure = undefined
  reportGate = undefined
  events = []
  const client = { open, call } as unknown as Pick<HubClient, 'open' | 'call'>
  stream = new EventStream({ client, signals, clock, random: () => 0 })
})

async function connect(resume: 'ok' | 'gap' = 'gap'): Promise<void> {
  stream.start((event) => events.push(event))
  await nextTurn()
  await latest().send(handshake(resume))
}

describe('connecting', () => {
  it('asks for every event, with its visibility and without a cursor', async () => {
    await connect()
    const { path, options } = latest()
    expect([path, options.query, cursor(), stream.getState().phase]).toEqual([
      '/api/events',
      { all: true, visibility: 'visible' },
      undefined,
      'open',
    ])
  })

  it('is open only once the handshake arrived, and gives up after 10 s', async () => {
    mode = 'hang'
    stream.start(() => {})
    clock.advance(9999)
    const before = [stream.getState().phase, opened.length]
    clock.advance(1)
    expect([before, opened[0]?.options.signal?.aborted, opened.length]).toEqual([['connecting', 1], true, 2])
  })

  it('does not believe that nothing was missed when it asked to go on from nowhere', async () => {
    await connect('ok')
    expect(events).toMatchObject([{ type: 'connection-changed', data: { resume: 'gap' } }])
  })

  it('does not take a web page for a stream', async () => {
    const client = {
      open: async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      call,
    } as unknown as Pick<HubClient, 'open' | 'call'>
    stream = new EventStream({ client, signals, clock, random: () => 0 })
    stream.start(() => {})
    await nextTurn()
    expect(stream.getState().phase).toBe('waiting')
  })

  it('stops when the credentials are refused for good', async () => {
    mode = new ClientError(401, { error: 'Invalid access token' })
    stream.start(() => {})
    await nextTurn()
    expect(stream.getState().phase).toBe('stopped')
  })
})

describe('frames', () => {
  it('emits parsed events, ignores unknown types, and counts what it cannot read', async () => {
    await connect()
    await latest().send(
      frame({ type: 'of-a-newer-hub', x: 1 }, 'e:1') +
        'data: {nonsense\n\n' +
        frame({ type: 'session-removed' }, 'e:2') +
        frame(removed('s1'), 'e:3'),
    )
    expect([events.slice(1), stream.skippedFrames]).toEqual([[removed('s1')], 2])
  })

  it('reads a frame that arrives in pieces', async () => {
    await connect()
    const text = frame({ ...removed('s1'), namespace: 'größe' }, 'e:1')
    await latest().send(text.slice(0, 20))
    await latest().send(text.slice(20))
    expect(events.slice(1)).toEqual([{ ...removed('s1'), namespace: 'größe' }])
  })
})

describe('cursor', () => {
  it('is sent on reconnect, and frames without id do not move it', async () => {
    await connect()
    await latest().send(frame(removed('s1'), 'e:7') + frame({ type: 'heartbeat' }))
    await latest().end()
    clock.advance(0)
    await nextTurn()
    expect([opened.length, cursor()]).toEqual([2, 'e:7'])
  })

  it('is dropped when the handler failed, so that nothing is taken for handled', async () => {
    stream.start((event) => {
      if (event.type === 'session-removed' && event.sessionId === 'bad') throw new Error('handler')
    })
    await nextTurn()
    await latest().send(
      handshake() + frame(removed('s1'), 'e:1') + frame(removed('bad'), 'e:2') + frame(removed('s3'), 'e:3'),
    )
    clock.advance(0)
    await nextTurn()
    expect([opened.length, cursor()]).toEqual([2, undefined])
  })

  it('starts over after a gap', async () => {
    await connect()
    await latest().send(frame(removed('s1'), 'old:7'))
    await latest().end()
    clock.advance(0)
    await nextTurn()
    await latest().send(handshake('gap', 'sub2'))
    await latest().end()
    clock.advance(0)
    await nextTurn()
    expect([opened.length, cursor()]).toEqual([3, undefined])
  })
})

describe('reconnecting', () => {
  it('backs off, and starts over after a successful open', async () => {
    mode = 'refuse'
    stream.start(() => {})
    const delays: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await nextTurn()
      delays.push((stream.getState().nextRetryAt ?? 0) - clock.now())
      if (attempt === 3) mode = 'accept'
      clock.advance(delays.at(-1) ?? 0)
    }
    await nextTurn()
    await latest().send(handshake())
    await latest().end()
    expect([delays, (stream.getState().nextRetryAt ?? 0) - clock.now()]).toEqual([[0, 1000, 2000, 4000], 0])
  })

  it('tears down a connection that is silent for 90 s', async () => {
    await connect()
    clock.advance(89_999)
    const before = opened.length
    clock.advance(1)
    expect([before, opened.length, stream.getState().phase]).toEqual([1, 2, 'connecting'])
  })

  it('lets any frame count as a sign of life', async () => {
    await connect()
    clock.advance(80_000)
    await latest().send(frame({ type: 'heartbeat' }))
    clock.advance(80_000)
    expect(opened.length).toBe(1)
  })

  it('leaves a silent connection alone while hidden, and replaces it in the foreground', async () => {
    await connect()
    signals.show('hidden')
    clock.advance(200_000)
    const hidden = opened.length
    signals.show('visible')
    expect([hidden, opened.length]).toEqual([1, 2])
  })

  it.each([
    [45_000, 1],
    [45_001, 2],
  ])(
    'in the foreground %i ms after the last frame has opened %i connections',
    async (silence, connections) => {
      await connect()
      signals.show('hidden')
      clock.advance(silence)
      signals.show('visible')
      expect(opened.length).toBe(connections)
    },
  )

  it('plans no retry while hidden and tries at once in the foreground', async () => {
    await connect()
    signals.show('hidden')
    await latest().end()
    clock.advance(600_000)
    const hidden = [opened.length, stream.getState().phase]
    signals.show('visible')
    expect([hidden, opened.length]).toEqual([[1, 'paused'], 2])
  })

  it('gives up a planned retry when it goes to the background', async () => {
    mode = 'refuse'
    stream.start(() => {})
    await nextTurn()
    signals.show('hidden')
    clock.advance(600_000)
    expect([opened.length, stream.getState().phase]).toEqual([0, 'paused'])
  })

  it('tries at once when the network is back', async () => {
    mode = 'refuse'
    stream.start(() => {})
    await nextTurn()
    mode = 'accept'
    signals.goOnline()
    expect([opened.length, stream.getState().phase]).toEqual([1, 'connecting'])
  })

  it('opens nothing after stop', async () => {
    await connect()
    stream.stop()
    signals.show('hidden')
    signals.show('visible')
    clock.advance(600_000)
    expect([opened.length, latest().options.signal?.aborted, stream.getState().phase]).toEqual([
      1,
      true,
      'stopped',
    ])
  })
})

describe('visibility', () => {
  it('is reported after each connect and on each change', async () => {
    await connect()
    await nextTurn()
    signals.show('hidden')
    await nextTurn()
    signals.show('visible')
    await nextTurn()
    await latest().end()
    clock.advance(0)
    await nextTurn()
    await latest().send(handshake('ok', 'sub2'))
    expect(reports).toEqual([
      { subscriptionId: 'sub', visibility: 'visible' },
      { subscriptionId: 'sub', visibility: 'hidden' },
      { subscriptionId: 'sub', visibility: 'visible' },
      { subscriptionId: 'sub2', visibility: 'visible' },
    ])
  })

  it('is reported one at a time, so that the last report wins', async () => {
    let answer = () => {}
    reportGate = new Promise((resolve) => {
      answer = resolve
    })
    await connect()
    signals.show('hidden')
    await nextTurn()
    const during = reports.length
    answer()
    await nextTurn()
    expect([during, reports.at(-1)]).toEqual([1, { subscriptionId: 'sub', visibility: 'hidden' }])
  })

  it('is reported again 2 s after a failure, with what holds by then', async () => {
    reportFailure = new ClientError(503, { error: 'Not connected' })
    await connect()
    await nextTurn()
    reportFailure = undefined
    clock.advance(1999)
    const before = reports.length
    clock.advance(1)
    expect([before, reports.length]).toEqual([1, 2])
  })

  it('is not repeated for a subscription the hub does not know', async () => {
    reportFailure = new ClientError(404, { error: 'Subscription not found' })
    await connect()
    await nextTurn()
    clock.advance(10_000)
    expect(reports.length).toBe(1)
  })
})
