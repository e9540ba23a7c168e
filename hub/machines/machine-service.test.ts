import { beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../contract/machine.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

const metadata = { host: 'box', platform: 'linux', happyCliVersion: '0.30.7' }
let room: LifecycleRoom

beforeEach(() => {
  room = new LifecycleRoom()
})

const upsert = (body: object = {}, namespace = 'default') =>
  room.machines.upsert(namespace, { id: 'm', metadata, ...body })
const alive = (more: object = {}) =>
  room.machines.keepAlive({ machineId: 'm', time: room.clock.now(), ...more })
const machine = () => room.machines.require('default', 'm')
const updates = () => room.take().flatMap((event) => (event.type === 'machine-updated' ? [event.data] : []))
const error = (attempt: () => unknown) => {
  try {
    attempt()
  } catch (thrown) {
    const { status, message, code } = thrown as { status: number; message: string; code?: string }
    return { status, message, ...(code && { code }) }
  }
  return undefined
}

describe('announcing', () => {
  it('stores a new machine inactive, with first versions, and tells everybody', () => {
    const created = upsert({ runnerState: { status: 'running' } })
    expect(Machine.parse(created)).toEqual({
      id: 'm',
      namespace: 'default',
      seq: 0,
      createdAt: room.clock.now(),
      updatedAt: room.clock.now(),
      active: false,
      activeAt: 0,
      metadata,
      metadataVersion: 1,
      runnerState: { status: 'running' },
      runnerStateVersion: 1,
      health: null,
    })
    expect(updates()).toEqual([created])
  })

  it('merges metadata key by key, so that a display name survives', () => {
    upsert({ metadata: { ...metadata, displayName: 'Desk', homeDir: '/home/a' } })
    room.clock.advance(1000)
    const merged = upsert({ metadata: { ...metadata, homeDir: '/home/b' } })
    expect([merged.metadata, merged.metadataVersion, merged.updatedAt]).toEqual([
      { ...metadata, displayName: 'Desk', homeDir: '/home/b' },
      2,
      room.clock.now(),
    ])
  })

  it('moves neither version nor time when nothing changed, but still tells everybody', () => {
    const before = upsert()
    room.take()
    room.clock.advance(1000)
    const { host, platform, happyCliVersion } = metadata
    expect(upsert({ metadata: { happyCliVersion, platform, host } })).toEqual(before)
    expect(updates()).toEqual([before])
  })

  it('forgets what a runner no longer says of itself', () => {
    upsert({
      metadata: { ...metadata, capabilities: ['agent-availability'], supervisedRestart: true },
      runnerState: { status: 'running' },
    })
    expect(upsert({ runnerState: { status: 'running' } }).metadata).toEqual(metadata)
  })

  it('leaves what the runner said alone when a session announces the machine', () => {
    const full = { ...metadata, capabilities: ['agent-availability'] }
    upsert({ metadata: full, runnerState: { status: 'running' } })
    const { runnerState, metadata: merged } = upsert()
    expect([merged, runnerState]).toEqual([full, { status: 'running' }])
  })

  it.each([
    [
      'takes over capabilities',
      { capabilities: { a: true } },
      { status: 'up', pid: 1, capabilities: { a: true } },
    ],
    ['ignores no capabilities', { capabilities: {} }, { status: 'up', pid: 1 }],
    ['ignores the rest', { status: 'down', pid: 2 }, { status: 'up', pid: 1 }],
  ])('%s of a known runner', (_, runnerState, merged) => {
    upsert({ runnerState: { status: 'up', pid: 1 } })
    expect(upsert({ runnerState }).runnerState).toEqual(merged)
  })

  it('refuses an id of another namespace', () => {
    upsert()
    expect(error(() => upsert({}, 'team'))).toEqual({ status: 403, message: 'Machine access denied' })
  })
})

describe('reading', () => {
  it('cleans workspace roots', () => {
    upsert({ metadata: { ...metadata, workspaceRoots: ['/a', '', '/b', ' ', '/a'] } })
    expect(machine().metadata?.workspaceRoots).toEqual(['/a', '/b'])
  })

  it('treats no real root as unrestricted', () => {
    upsert({ metadata: { ...metadata, workspaceRoots: [''] } })
    expect(machine().metadata).toEqual(metadata)
  })

  it('reads what does not fit the contract as null', () => {
    upsert({ metadata: { host: 1 }, runnerState: { pid: 'x' } })
    expect([machine().metadata, machine().runnerState]).toEqual([null, null])
  })

  it.each([
    ['unknown', 'default', 'x', { status: 404, message: 'Machine not found' }],
    ['foreign', 'team', 'm', { status: 403, message: 'Machine access denied' }],
  ])('refuses an %s machine', (_, namespace, id, refusal) => {
    upsert()
    expect(error(() => room.machines.require(namespace, id))).toEqual(refusal)
  })

  it('refuses an absent machine where its runner is needed', () => {
    upsert()
    expect(error(() => room.machines.require('default', 'm', { active: true }))).toEqual({
      status: 503,
      message: 'No machine is online',
      code: 'no_machine_online',
    })
  })

  it('lists the connected machines of the namespace', () => {
    upsert()
    alive()
    upsert({ id: 'silent' })
    room.machine('theirs', {}, 'team')
    expect(room.machines.list('default').map(({ id }) => id)).toEqual(['m'])
  })
})

describe('keep-alive', () => {
  beforeEach(() => {
    upsert()
    room.take()
  })

  it('announces the machine when it comes, then at most every ten seconds', () => {
    const told: number[] = []
    for (const ms of [0, 5000, 5000, 1, 10_000, 1]) {
      room.clock.advance(ms)
      alive()
      told.push(updates().length)
    }
    expect(told).toEqual([1, 0, 0, 1, 0, 1])
  })

  it('announces changed health at once, a newer measurement of the same not', () => {
    const health = { collectedAt: 1, cpuPercent: 10 }
    alive({ health })
    room.take()
    alive({ health: { ...health, collectedAt: 2 } })
    expect(updates()).toEqual([])
    alive({ health: { collectedAt: 3, cpuPercent: 11 } })
    expect(updates()).toMatchObject([{ health: { collectedAt: 3, cpuPercent: 11 } }])
  })

  it.each([
    ['an unknown key', { collectedAt: 1, gpu: 1 }],
    ['a value out of range', { collectedAt: 1, cpuPercent: 101 }],
    ['no time', { cpuPercent: 1 }],
    ['text', 'fine'],
  ])('takes health with %s for none', (_, health) => {
    alive({ health: { collectedAt: 1, cpuPercent: 1 } })
    alive({ health })
    expect(machine().health).toBeNull()
  })

  it('counts a time from the future as now and ignores one older than ten minutes', () => {
    const now = room.clock.now()
    alive({ time: now - 600_001 })
    alive({ time: Number.NaN })
    expect(machine().active).toBe(false)
    alive({ time: now + 60_000 })
    expect([machine().active, machine().activeAt]).toEqual([true, now])
  })

  it('expires after 45 s of silence', () => {
    alive()
    room.take()
    room.clock.advance(45_000)
    room.machines.tick()
    expect(updates()).toEqual([])
    room.clock.advance(1)
    room.machines.tick()
    room.machines.tick()
    expect([updates(), machine().active]).toEqual([[{ active: false }], false])
  })

  it('does not expire a machine whose clock is behind', () => {
    alive({ time: room.clock.now() - 120_000 })
    room.clock.advance(5000)
    room.machines.tick()
    expect(machine().active).toBe(true)
  })

  it('remembers over a restart that the machine was there, without its health', () => {
    alive({ health: { collectedAt: 1 } })
    const { activeAt } = machine()
    room = room.restart()
    expect([machine().active, machine().activeAt, machine().health]).toEqual([true, activeAt, null])
  })

  it('expires a machine that did not come back after a restart, for good', () => {
    alive()
    room = room.restart()
    room.clock.advance(45_001)
    room.machines.tick()
    expect(updates()).toEqual([{ active: false }])
    expect(room.restart().machines.find('m')?.active).toBe(false)
  })
})

it('tells that a machine lists other models now', () => {
  upsert()
  room.take()
  room.machines.agyModelsChanged('m')
  room.machines.agyModelsChanged('unknown')
  expect(room.take()).toEqual([{ type: 'machine-agy-models-updated', namespace: 'default', machineId: 'm' }])
})

describe('versioned writes', () => {
  beforeEach(() => {
    upsert({ runnerState: { status: 'running' } })
    room.take()
  })

  it('replaces metadata as a whole', () => {
    const value = { ...metadata, host: 'new' }
    expect(room.machines.updateMetadata('m', 1, value)).toEqual({ result: 'success', version: 2, value })
    expect(updates()).toMatchObject([{ metadata: value, metadataVersion: 2 }])
  })

  it('answers an outdated write with what is stored', () => {
    room.machines.updateMetadata('m', 1, metadata)
    expect(room.machines.updateMetadata('m', 1, {})).toEqual({
      result: 'version-mismatch',
      version: 2,
      value: metadata,
    })
    expect(room.machines.updateRunnerState('m', 5, {})).toEqual({
      result: 'version-mismatch',
      version: 1,
      value: { status: 'running' },
    })
  })

  it('takes a runner that tells its state for connected', () => {
    const value = { status: 'running', pid: 7 }
    expect(room.machines.updateRunnerState('m', 1, value)).toEqual({ result: 'success', version: 2, value })
    expect(updates()).toMatchObject([{ active: true, activeAt: room.clock.now(), runnerState: value }])
  })

  it('knows nothing of a machine that was lost with its commit', () => {
    room.loseCommit(() => upsert({ id: 'lost' }))
    expect([room.machines.find('lost'), room.machines.identify('lost'), updates()]).toEqual([
      undefined,
      undefined,
      [],
    ])
  })
})

describe('a display name', () => {
  beforeEach(() => {
    upsert()
    room.take()
  })

  it('raises version and time, and goes out with the whole machine', () => {
    room.clock.advance(1000)
    room.machines.rename({ id: 'm' }, 'Desk')
    expect(updates()).toEqual([machine()])
    expect(machine()).toMatchObject({
      metadata: { ...metadata, displayName: 'Desk' },
      metadataVersion: 2,
      updatedAt: room.clock.now(),
    })
  })

  it('that is the same changes nothing and tells nobody', () => {
    room.machines.rename({ id: 'm' }, 'Desk')
    room.take()
    room.machines.rename({ id: 'm' }, 'Desk')
    expect([updates(), machine().metadataVersion]).toEqual([[], 2])
  })

  it('survives the machine’s next announcement, and a runner that has not heard of it', () => {
    room.machines.rename({ id: 'm' }, 'Desk')
    upsert({ metadata: { ...metadata, homeDir: '/h' }, runnerState: { status: 'running' } })
    expect(room.machines.updateMetadata('m', 1, metadata)).toMatchObject({
      result: 'version-mismatch',
      value: { displayName: 'Desk' },
    })
    expect(machine().metadata).toMatchObject({ displayName: 'Desk', homeDir: '/h' })
  })

  it('waits for a machine that has told nothing of itself yet', () => {
    room.machines.upsert('default', { id: 'bare', metadata: null })
    room.machines.rename({ id: 'bare' }, '')
    room.machines.rename({ id: 'bare' }, 'Desk')
    room.machines.upsert('default', { id: 'bare', metadata })
    expect(room.machines.find('bare')?.metadata).toEqual({ ...metadata, displayName: 'Desk' })
  })
})
