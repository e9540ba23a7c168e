import { beforeEach, describe, expect, it } from 'vitest'
import { SessionRoom } from '../testing/session-room.ts'

let room: SessionRoom
const START = 1_700_000_000_000

beforeEach(() => {
  room = new SessionRoom()
})

describe('metadata from a CLI', () => {
  it('is stored merged, answered merged and announced with its version', () => {
    const id = room.create()
    const { seq } = room.session(id)
    room.clock.advance(1000)
    const outcome = room.service.updateMetadata(id, 1, { name: 'n', future: { kept: true } })
    const value = { name: 'n', future: { kept: true }, path: '/work', host: 'box', flavor: 'claude' }
    expect(outcome).toEqual({ result: 'success', version: 2, value })
    expect(room.updates()).toEqual([{ metadata: { version: 2, value }, updatedAt: START + 1000 }])
    expect(room.wire(id)).toMatchObject({
      metadata: value,
      metadataVersion: 2,
      updatedAt: START + 1000,
      seq: seq + 1,
    })
    expect(room.row(id).metadata).toEqual({ name: 'n', path: '/work', flavor: 'claude' })
  })

  it('under another version changes nothing and answers what is stored', () => {
    const id = room.create({ metadata: { path: '/p' } })
    room.service.updateMetadata(id, 1, { path: '/q' })
    room.take()
    for (const expected of [0, 1, 3]) {
      expect(room.service.updateMetadata(id, expected, { path: '/r' })).toEqual({
        result: 'version-mismatch',
        version: 2,
        value: { path: '/q' },
      })
    }
    expect(room.take()).toEqual([])
  })

  it('that a patch cannot carry goes out as the full session, without metadata', () => {
    const id = room.create({ metadata: { path: '/p' } })
    const outcome = room.service.updateMetadata(id, 1, { path: 7 })
    expect(outcome).toEqual({ result: 'success', version: 2, value: { path: 7 } })
    expect(room.updates()).toEqual(['full'])
    expect(room.wire(id)).toMatchObject({ metadata: null, metadataVersion: 2 })
  })

  it('cannot replace what only the hub writes', () => {
    const other = room.create()
    const id = room.create()
    room.service.editMetadata(id, (metadata) => ({ ...metadata, supersededBySessionId: other }))
    const outcome = room.service.updateMetadata(id, 2, { supersededBySessionId: 'nobody' })
    expect(outcome.value).toMatchObject({ supersededBySessionId: other })
    expect(room.session(id).supersededBy).toBe(other)
  })

  it('with another native id tells whoever looks for duplicates, once it is stored', () => {
    const told: string[] = []
    room.service.onNativeIdChanged((id) => told.push(id))
    const id = room.create()
    room.service.updateMetadata(id, 1, { claudeSessionId: 'c1' })
    expect(told).toEqual([])
    room.take()
    room.service.updateMetadata(id, 2, { claudeSessionId: 'c1', name: 'n' })
    room.take()
    expect(told).toEqual([id])
    expect(room.table.findByNativeKey('default', 'claudeSessionId=c1').map((found) => found.id)).toEqual([id])
    expect(room.table.findByNativeKey('other', 'claudeSessionId=c1')).toEqual([])
  })

  it('of a session that is gone is refused', () => {
    expect(() => room.service.updateMetadata('gone', 1, {})).toThrow('Session not found')
    expect(() => room.service.updateAgentState('gone', 1, {})).toThrow('Session not found')
  })
})

describe('state from a CLI', () => {
  const requests = { r1: { tool: 'Bash', arguments: { command: 'ls' }, createdAt: 5, extra: 1 } }

  it('is replaced without a merge and announced with its version', () => {
    const id = room.create({ agentState: { controlledByUser: true } })
    room.clock.advance(1000)
    const outcome = room.service.updateAgentState(id, 1, { requests })
    expect(outcome).toEqual({ result: 'success', version: 2, value: { requests } })
    expect(room.updates()).toEqual([
      { agentState: { version: 2, value: { requests } }, updatedAt: START + 1000 },
    ])
    expect(room.wire(id)).toMatchObject({ agentState: { requests }, agentStateVersion: 2 })
    expect(room.row(id).pendingRequestsCount).toBe(1)
  })

  it('may be null', () => {
    const id = room.create()
    expect(room.service.updateAgentState(id, 1, null)).toEqual({
      result: 'success',
      version: 2,
      value: null,
    })
    expect(room.wire(id).agentState).toBeNull()
  })

  it('under another version changes nothing and answers what is stored', () => {
    const id = room.create({ agentState: { requests } })
    expect(room.service.updateAgentState(id, 4, {})).toEqual({
      result: 'version-mismatch',
      version: 1,
      value: { requests },
    })
    expect(room.take()).toEqual([])
  })

  it('that a patch cannot carry goes out as the full session, without state', () => {
    const id = room.create()
    room.service.updateAgentState(id, 1, { requests: 'none' })
    expect(room.updates()).toEqual(['full'])
    expect(room.wire(id).agentState).toBeNull()
  })
})

describe("the hub's own change of metadata", () => {
  it('keeps the place in the list unless told otherwise', () => {
    const id = room.create()
    room.clock.advance(1000)
    room.service.editMetadata(id, (metadata) => ({ ...metadata, name: 'a' }))
    expect(room.session(id).updatedAt).toBe(START)
    room.service.editMetadata(id, (metadata) => ({ ...metadata, name: 'b' }), { touch: true })
    expect(room.session(id).updatedAt).toBe(START + 1000)
  })

  it.each([
    ['everybody the whole session', undefined, ['full']],
    ['everybody the whole session', 'full', ['full']],
    ['everybody a patch', 'patch', [{ metadata: { version: 2, value: { path: '/p', name: 'n' } } }]],
    ['nobody', 'none', []],
  ] as const)('tells %s (%s)', (_, publish, told) => {
    const id = room.create({ metadata: { path: '/p' } })
    room.service.editMetadata(
      id,
      (metadata) => ({ ...metadata, name: 'n' }),
      publish === undefined ? {} : { publish },
    )
    expect(room.updates()).toEqual(told)
    expect(room.row(id).metadata?.name).toBe('n')
  })

  it('begins with an empty path and host when there is no metadata', () => {
    const id = room.create({ metadata: null })
    room.service.rename(id, 'n')
    expect(room.session(id).metadata).toEqual({ path: '', host: '', name: 'n' })
  })

  it('may decide to leave everything as it is', () => {
    const id = room.create()
    expect(room.service.editMetadata(id, () => null)).toBe(false)
    expect([room.take(), room.session(id).metadataVersion]).toEqual([[], 1])
  })

  it('of a session that is gone does nothing', () => {
    expect(room.service.editMetadata('gone', (metadata) => metadata)).toBe(false)
  })

  it('removes keys that are set to undefined', () => {
    const id = room.create({ metadata: { path: '/p', lifecycleState: 'archived', archivedBy: 'cli' } })
    room.service.editMetadata(id, (metadata) => ({ ...metadata, archivedBy: undefined }), {
      publish: 'patch',
    })
    expect(room.updates()).toStrictEqual([
      { metadata: { version: 2, value: { path: '/p', lifecycleState: 'archived' } } },
    ])
  })
})
