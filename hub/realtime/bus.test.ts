import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BroadcastEvent, HEARTBEAT_INTERVAL_MS, SyncEvent } from '../../contract/events.ts'
import { silentLog } from '../log.ts'
import { BusHost, type Listening } from '../testing/bus-host.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import type { SseClient } from '../testing/sse-client.ts'
import { CLOSE_GRACE_MS, EventBus } from './bus.ts'

const toastData = { title: 'T', body: 'B', sessionId: 's1', url: '/sessions/s1' }
const message = { id: 'm', seq: 1, localId: null, content: {}, createdAt: 1 }
const sessionId = 's1'
const machineId = 'm1'

const sessionEvents: BroadcastEvent[] = [
  { type: 'session-added', sessionId },
  { type: 'session-updated', sessionId, data: { active: true } },
  { type: 'session-removed', sessionId },
  { type: 'session-ended', sessionId, reason: 'completed' },
  { type: 'message-received', sessionId, message },
  { type: 'messages-invalidated', sessionId },
  { type: 'scheduled-matured', sessionId },
  { type: 'messages-consumed', sessionId, localIds: ['l'], invokedAt: 2 },
  { type: 'messages-indeterminate', sessionId, localIds: ['l'] },
  { type: 'messages-requeued', sessionId, localIds: ['l'] },
  { type: 'message-cancelled', sessionId, messageId: 'm' },
]
const machineEvents: BroadcastEvent[] = [
  { type: 'machine-updated', machineId, data: null },
  { type: 'machine-agy-models-updated', machineId },
]
const everyEvent = [...sessionEvents, ...machineEvents]

let clock: ManualClock
let bus: EventBus
let host: BusHost
beforeEach(async () => {
  clock = new ManualClock()
  bus = new EventBus({ clock, log: silentLog })
  host = await BusHost.serve(bus)
})
afterEach(() => host.close())

const publish = (event: BroadcastEvent, namespace = 'mine') => bus.publish({ ...event, namespace })
const ended = (id: string) => publish({ type: 'session-ended', sessionId: id })

/** A client that has its handshake, and so is subscribed. */
async function join(listening: Listening, options?: { gzip?: boolean; paused?: boolean }) {
  const client = await host.open(listening, options)
  if (!options?.paused) await client.first(1)
  return client
}

/** Everything a client was sent up to now: a heartbeat reaches everybody and ends it. */
async function heard(client: SseClient): Promise<string[]> {
  clock.advance(HEARTBEAT_INTERVAL_MS)
  return (await client.upTo('heartbeat')).slice(1, -1).map((frame) => frame.event.type)
}

const idsOf = (frames: { id: string | undefined }[]) => frames.map((frame) => frame.id?.split(':')[1])

describe('frames', () => {
  it('are one data line with the event as JSON, then the id', async () => {
    const client = await join({ all: true })
    publish({ type: 'session-added', sessionId: 'ü' })
    const [, frame] = await client.first(2)
    expect(frame?.text).toBe(
      `data: {"type":"session-added","sessionId":"ü","namespace":"mine"}\nid: ${frame?.id}`,
    )
    expect(frame?.id).toMatch(/^[0-9a-f]{8}:1:[0-9a-f]{8}$/)
  })

  it('keep the text of an event that came as JSON', async () => {
    const client = await join({ sessionId })
    const json = '{"type":"message-received","namespace":"mine","sessionId":"s1","message":{"x":1.50}}'
    bus.publishRaw({ type: 'message-received', namespace: 'mine', sessionId }, json)
    const [, frame] = await client.first(2)
    expect(frame?.text.split('\n')[0]).toBe(`data: ${json}`)
  })

  it('carry no id in handshake, heartbeat and toast, and never a retry', async () => {
    const client = await join({ all: true, visibility: 'visible' })
    bus.toast('mine', toastData)
    clock.advance(HEARTBEAT_INTERVAL_MS)
    const frames = await client.upTo('heartbeat')
    expect(frames.map(({ event, id }) => [event.type, id])).toEqual([
      ['connection-changed', undefined],
      ['toast', undefined],
      ['heartbeat', undefined],
    ])
    expect(frames.map(({ text }) => text).join('\n')).not.toContain('retry')
  })

  it('are all events of the contract', async () => {
    const client = await join({ all: true, visibility: 'visible' })
    for (const event of everyEvent) publish(event)
    bus.toast('mine', toastData)
    clock.advance(HEARTBEAT_INTERVAL_MS)
    const frames = await client.upTo('heartbeat')
    expect(new Set(frames.map(({ event }) => SyncEvent.parse(event).type)).size).toBe(16)
  })
})

describe('delivery', () => {
  const types = (events: BroadcastEvent[]) => events.map(({ type }) => type)

  it.each<[string, Listening, string[]]>([
    ['all', { all: true }, types(everyEvent)],
    ['all with ids', { all: true, sessionId: 's2', machineId: 'm2' }, types(everyEvent)],
    ['the session', { sessionId }, types(sessionEvents)],
    ['another session', { sessionId: 's2' }, []],
    ['the machine', { machineId }, types(machineEvents)],
    ['another machine', { machineId: 'm2' }, []],
    ['a session named like the machine', { sessionId: machineId }, []],
    ['session and machine', { sessionId, machineId }, types(everyEvent)],
    ['nothing', {}, []],
    ['all of another namespace', { all: true, namespace: 'other' }, []],
    ['the session in another namespace', { sessionId, namespace: 'other' }, []],
  ])('to a connection that listens to %s', async (_, listening, expected) => {
    const client = await join(listening)
    for (const event of everyEvent) publish(event)
    expect(await heard(client)).toEqual(expected)
  })

  it('replays by the same rule', async () => {
    const witness = await join({ all: true })
    ended('s0')
    const cursor = (await witness.first(2))[1]?.id
    for (const event of everyEvent) publish(event)
    const replayed = async (listening: Listening) => heard(await join({ ...listening, cursor }))
    expect(await replayed({ all: true })).toEqual(types(everyEvent))
    expect(await replayed({ sessionId })).toEqual(types(sessionEvents))
    expect(await replayed({ machineId })).toEqual(types(machineEvents))
    expect(await replayed({})).toEqual([])
  })
})

describe('handshake and resume', () => {
  it('begins with the connection itself, without a cursor as a gap', async () => {
    const [first] = (await join({ all: true })).frames
    expect(first?.event).toEqual({
      type: 'connection-changed',
      data: { status: 'connected', subscriptionId: expect.stringMatching(/^[0-9a-f-]{36}$/), resume: 'gap' },
    })
  })

  it('replays exactly what a client missed, with the same bytes', async () => {
    const witness = await join({ all: true })
    for (const id of ['a', 'b', 'c']) ended(id)
    const seen = await witness.first(4)
    const client = await join({ all: true, cursor: seen[1]?.id })
    expect((await client.first(3))[0]?.event.data.resume).toBe('ok')
    expect((await client.first(3)).slice(1)).toEqual(seen.slice(2))
  })

  it.each([false, true])('loses and repeats nothing published around the join (gzip %s)', async (gzip) => {
    const witness = await join({ all: true }, { gzip })
    ended('a')
    const cursor = (await witness.first(2))[1]?.id
    host.beforeJoin = () => ended('before')
    host.afterJoin = () => ended('after')
    const client = await join({ all: true, cursor }, { gzip })
    ended('live')
    expect(idsOf(await client.first(4))).toEqual([undefined, '2', '3', '4'])
    expect(idsOf(await witness.first(5))).toEqual([undefined, '1', '2', '3', '4'])
  })

  it('sends live events only after a gap', async () => {
    ended('a')
    const client = await join({ all: true, cursor: 'nonsense' })
    ended('b')
    const frames = await client.first(2)
    expect(frames[0]?.event.data.resume).toBe('gap')
    expect(idsOf(frames)).toEqual([undefined, '2'])
  })

  it('refuses the cursor of another namespace', async () => {
    const other = await join({ all: true, namespace: 'other' })
    publish({ type: 'session-removed', sessionId }, 'other')
    const cursor = (await other.first(2))[1]?.id
    const client = await join({ all: true, cursor })
    expect(client.frames[0]?.event.data.resume).toBe('gap')
  })
})

describe('a client that has gone before it could join', () => {
  it('is not subscribed', async () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    // As Node does when the socket goes while nobody listens yet.
    response.destroy()
    response.emit('close')
    const filter = { all: true }
    bus.connect({
      namespace: 'mine',
      filter,
      visibility: 'visible',
      cursor: undefined,
      encoding: 'gzip',
      response,
    })
    expect(bus.hasVisible('mine')).toBe(false)
  })
})

describe('heartbeat', () => {
  it('reaches every connection every 30 s with its own namespace', async () => {
    const clients = [await join({}), await join({ namespace: 'other', sessionId }, { gzip: true })]
    clock.advance(HEARTBEAT_INTERVAL_MS - 1)
    ended('a')
    clock.advance(1)
    clock.advance(HEARTBEAT_INTERVAL_MS)
    const beats = await Promise.all(clients.map(async (client) => (await client.first(3)).slice(1)))
    const beat = (namespace: string, timestamp: number) => ({
      type: 'heartbeat',
      namespace,
      data: { timestamp },
    })
    const at = clock.now()
    expect(beats.map((frames) => frames.map(({ event }) => event))).toEqual([
      [beat('mine', at - HEARTBEAT_INTERVAL_MS), beat('mine', at)],
      [beat('other', at - HEARTBEAT_INTERVAL_MS), beat('other', at)],
    ])
  })

  it('runs only while there are connections', async () => {
    const first = await join({ all: true })
    await host.leave(first)
    clock.advance(HEARTBEAT_INTERVAL_MS - 1)
    const second = await join({ all: true })
    clock.advance(1)
    ended('a')
    clock.advance(HEARTBEAT_INTERVAL_MS - 1)
    expect((await second.upTo('heartbeat')).map(({ event }) => event.type)).toEqual([
      'connection-changed',
      'session-ended',
      'heartbeat',
    ])
  })
})

describe('toasts and visibility', () => {
  const subscriptionOf = (client: SseClient): string => client.frames[0]?.event.data.subscriptionId

  it('go to visible connections of the namespace, whatever their filter, in order with events', async () => {
    const clients = [
      await join({ all: true, visibility: 'visible' }),
      await join({ all: true, visibility: 'visible' }, { gzip: true }),
      await join({ visibility: 'visible' }),
      await join({ all: true, visibility: 'hidden' }, { gzip: true }),
      await join({ all: true, visibility: 'visible', namespace: 'other' }),
    ]
    ended('a')
    expect(bus.toast('mine', toastData)).toBe(3)
    ended('b')
    clock.advance(HEARTBEAT_INTERVAL_MS)
    const got = await Promise.all(clients.map((client) => client.upTo('heartbeat')))
    const both = ['session-ended', 'toast', 'session-ended', 'heartbeat']
    expect(got.map((frames) => frames.slice(1).map(({ event }) => event.type))).toEqual([
      both,
      both,
      ['toast', 'heartbeat'],
      ['session-ended', 'session-ended', 'heartbeat'],
      ['heartbeat'],
    ])
    expect(got[2]?.[1]?.event).toEqual({ type: 'toast', namespace: 'mine', data: toastData })
  })

  it('are never replayed and use no number', async () => {
    const witness = await join({ all: true })
    ended('a')
    const cursor = (await witness.first(2))[1]?.id
    await join({ all: true, visibility: 'visible' })
    bus.toast('mine', toastData)
    ended('b')
    const client = await join({ all: true, cursor })
    expect(idsOf(await client.first(2))).toEqual([undefined, '2'])
  })

  it('reach nobody once the last visible connection has gone', async () => {
    const client = await join({ all: true, visibility: 'visible' })
    expect(bus.hasVisible('mine')).toBe(true)
    await host.leave(client)
    expect([bus.hasVisible('mine'), bus.toast('mine', toastData)]).toEqual([false, 0])
  })

  it('count only connections that can still be written to', async () => {
    await join({ visibility: 'visible' })
    host.responses[0]?.destroy()
    expect(bus.toast('mine', toastData)).toBe(0)
  })

  it('follow what a connection reports', async () => {
    const client = await join({ all: true })
    const id = subscriptionOf(client)
    expect([bus.hasVisible('mine'), bus.setVisibility('mine', id, 'visible')]).toEqual([false, true])
    expect([bus.hasVisible('mine'), bus.hasVisible('other')]).toEqual([true, false])
    expect(bus.toast('mine', toastData)).toBe(1)
    expect([bus.setVisibility('mine', id, 'hidden'), bus.hasVisible('mine')]).toEqual([true, false])
  })

  it('ignore reports for unknown, foreign and closed connections', async () => {
    const client = await join({ all: true })
    const id = subscriptionOf(client)
    expect(bus.setVisibility('other', id, 'visible')).toBe(false)
    expect(bus.setVisibility('mine', 'unknown', 'visible')).toBe(false)
    expect(bus.hasVisible('mine')).toBe(false)
    await host.leave(client)
    expect(bus.setVisibility('mine', id, 'visible')).toBe(false)
  })
})

describe('endStreams', () => {
  it.each([false, true])('ends streams whole, and lets clients come again (gzip %s)', async (gzip) => {
    const client = await join({ all: true }, { gzip })
    ended('last')
    bus.endStreams()
    expect(await client.outcome).toBe('complete')
    expect(idsOf(client.frames)).toEqual([undefined, '1'])
    ended('later')
    expect(bus.isOpen).toBe(true)
    const again = await join({ all: true }, { gzip })
    ended('live')
    await bus.close()
    expect(await again.outcome).toBe('complete')
    expect(idsOf(again.frames)).toEqual([undefined, '3'])
    expect(idsOf(client.frames)).toEqual([undefined, '1'])
  })
})

describe('close', () => {
  it.each([false, true])('ends streams whole after what was published (gzip %s)', async (gzip) => {
    const client = await join({ all: true }, { gzip })
    ended('last')
    await bus.close()
    expect(await client.outcome).toBe('complete')
    expect(idsOf(client.frames)).toEqual([undefined, '1'])
    expect(bus.isOpen).toBe(false)
  })

  it('may be called twice and with nobody there', async () => {
    await Promise.all([bus.close(), bus.close()])
    expect(bus.isOpen).toBe(false)
  })

  it('does not wait for a client that does not read', async () => {
    await join({ all: true }, { paused: true })
    publish({ type: 'session-updated', sessionId, data: 'x'.repeat(32 * 1024 * 1024) })
    const closed = bus.close()
    clock.advance(CLOSE_GRACE_MS)
    await closed
    expect(host.responses[0]?.destroyed).toBe(true)
  })
})
