import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ReplayRing } from './replay-ring.ts'

const MIB = 1024 * 1024

let ring: ReplayRing
beforeEach(() => {
  ring = new ReplayRing()
})

/** Records one event of the session and returns its id. */
function record(json = '{}', namespace = 'mine'): string {
  const frame = ring.record({ namespace, sessionId: 's' }, json).frame.toString()
  return frame.slice(frame.indexOf('\nid: ') + 5).trimEnd()
}

function recordMany(count: number, json?: string, namespace?: string): string[] {
  return Array.from({ length: count }, () => record(json, namespace))
}

const missedAfter = (cursor: string | undefined) => ring.since('mine', cursor)?.map((event) => event.seq)

describe('event ids', () => {
  it('are {epoch}:{seq}:{nsTag} with one rising seq for all namespaces', () => {
    const ids = [record('{}', 'mine'), record('{}', 'other'), record('{}', 'mine')]
    const epoch = ids[0]?.split(':')[0] as string
    const tag = (namespace: string) =>
      createHash('sha256').update(`${epoch}|${namespace}`).digest('hex').slice(0, 8)
    expect(epoch).toMatch(/^[0-9a-f]{8}$/)
    expect(ids).toEqual([
      `${epoch}:1:${tag('mine')}`,
      `${epoch}:2:${tag('other')}`,
      `${epoch}:3:${tag('mine')}`,
    ])
  })

  it('have another epoch in another hub process', () => {
    const first = record()
    ring = new ReplayRing()
    expect(record().split(':')[0]).not.toBe(first.split(':')[0])
  })

  it('use no number for an event that is refused', () => {
    expect(() => record('{\n}')).toThrow()
    expect(record().split(':')[1]).toBe('1')
  })
})

describe('replay', () => {
  it('holds what came after the cursor, oldest first, of its own namespace', () => {
    const cursor = record()
    record()
    record('{}', 'other')
    record()
    expect(missedAfter(cursor)).toEqual([2, 4])
  })

  it('is empty and complete for the newest cursor', () => {
    expect(missedAfter(record())).toEqual([])
  })

  it('reaches back 256 events of all namespaces and not one more', () => {
    const [before, cursor] = [record(), record()]
    recordMany(255)
    record('{}', 'other')
    expect([missedAfter(before), missedAfter(cursor)?.length]).toEqual([undefined, 255])
  })

  it('holds exactly 2 MiB of JSON, counted in bytes', () => {
    const cursor = record()
    const half = JSON.stringify('ü'.repeat(MIB / 2 - 1))
    expect(Buffer.byteLength(half)).toBe(MIB)
    recordMany(2, half)
    expect(missedAfter(cursor)).toEqual([2, 3])
    const second = missedAfter(cursor)?.length
    record('0')
    expect([second, missedAfter(cursor)]).toEqual([2, undefined])
  })

  it('evicts the oldest first when the bytes run out', () => {
    const [, second] = recordMany(3, JSON.stringify('x'.repeat(MIB - 100)))
    expect(missedAfter(second)).toEqual([3])
  })

  it('keeps one event even if it alone is larger than the limit', () => {
    const before = record()
    const cursor = record()
    record(JSON.stringify('x'.repeat(3 * MIB)))
    expect([missedAfter(before), missedAfter(cursor)]).toEqual([undefined, [3]])
  })

  it('makes room again when a huge event leaves', () => {
    record(JSON.stringify('x'.repeat(3 * MIB)))
    const cursor = record()
    recordMany(200)
    expect(missedAfter(cursor)?.length).toBe(200)
  })
})

describe('a gap', () => {
  const cursorParts = (id: string) => id.split(':') as [string, string, string]

  it.each<[string, (id: string) => string | undefined]>([
    ['no cursor', () => undefined],
    ['an empty cursor', () => ''],
    ['no id at all', () => 'nonsense'],
    ['a part too few', (id) => cursorParts(id).slice(0, 2).join(':')],
    ['a part too many', (id) => `${id}:x`],
    ['another epoch', (id) => id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
    ['the tag of another namespace', () => record('{}', 'other')],
    ['the future', (id) => id.replace(':1:', ':9:')],
    ['zero', (id) => id.replace(':1:', ':0:')],
    ['a negative number', (id) => id.replace(':1:', ':-1:')],
    ['a fraction', (id) => id.replace(':1:', ':1.0:')],
    ['no number', (id) => id.replace(':1:', ':one:')],
    ['an empty number', (id) => id.replace(':1:', '::')],
    ['another notation', (id) => id.replace(':1:', ':0x1:')],
  ])('is what %s means', (_, cursorFrom) => {
    const id = record()
    expect(missedAfter(id)).toEqual([])
    expect(missedAfter(cursorFrom(id))).toBeUndefined()
  })

  it('is what a cursor means to a hub that has just started', () => {
    expect(missedAfter('0a1b2c3d:1:00000000')).toBeUndefined()
  })
})
