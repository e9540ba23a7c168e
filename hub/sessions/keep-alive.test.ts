import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionAlivePayload } from '../../contract/cli-plane.ts'
import { SessionRoom } from '../testing/session-room.ts'

let room: SessionRoom
const START = 1_700_000_000_000

beforeEach(() => {
  room = new SessionRoom()
})

describe('a keep-alive', () => {
  it('makes the session active and tells so in one patch', () => {
    const id = room.create()
    room.alive(id, { thinking: true })
    expect(room.updates()).toEqual([
      {
        active: true,
        activeAt: START,
        thinking: true,
        activeTurnStartedAt: null,
        model: null,
        modelReasoningEffort: null,
        effort: null,
        serviceTier: null,
      },
    ])
    expect(room.wire(id)).toMatchObject({ active: true, activeAt: START, thinking: true, thinkingAt: START })
  })

  it('sets the stored flag when the session becomes active, and not again', () => {
    const id = room.create()
    room.alive(id)
    expect(room.session(id).active).toBe(true)
    room.clock.advance(2000)
    room.alive(id)
    expect([room.session(id).activeAt, room.wire(id).activeAt]).toEqual([START, START + 2000])
  })

  it('is announced at once when thinking changes, else once in ten seconds', () => {
    const id = room.createActive()
    const announced: number[] = []
    for (let second = 2; second <= 30; second += 2) {
      room.clock.advance(2000)
      room.alive(id, { thinking: second >= 6 })
      if (room.updates().length > 0) announced.push(second)
    }
    expect(announced).toEqual([6, 18, 30])
  })

  it('does not read or write the store when nothing changed', () => {
    const id = room.createActive({ model: 'opus' })
    room.db.raw.exec('DROP INDEX sessions_active; ALTER TABLE sessions RENAME TO gone')
    room.clock.advance(11_000)
    room.alive(id, { model: 'opus' })
    expect(room.updates()).toHaveLength(1)
  })

  it.each<[string, number, number | undefined]>([
    ['the present', 0, START],
    ['the future counts as now', 60_000, START],
    ['the last ten minutes', -600_000, START - 600_000],
    ['longer ago is ignored', -600_001, undefined],
    ['no number is ignored', Number.NaN, undefined],
    ['without end is ignored', Number.POSITIVE_INFINITY, undefined],
  ])('with a time from %s', (_, offset, activeAt) => {
    const id = room.create()
    room.clock.advance(700_000)
    room.alive(id, { time: room.now + offset })
    const session = room.wire(id)
    expect([session.active, session.activeAt]).toEqual(
      activeAt === undefined ? [false, START] : [true, Math.max(START, activeAt + 700_000)],
    )
  })

  it('never moves activeAt backward', () => {
    const id = room.createActive()
    room.alive(id, { time: START - 5000 })
    expect(room.wire(id).activeAt).toBe(START)
  })

  it('for a session that does not exist is ignored', () => {
    room.alive('00000000-0000-4000-8000-000000000000')
    expect(room.take()).toEqual([])
  })

  it('tells whoever follows keep-alives, unless it was ignored', () => {
    const told: string[] = []
    room.service.onKeepAlive((id) => told.push(id))
    const id = room.create()
    room.alive(id)
    room.alive(id, { time: START - 700_000 })
    expect(told).toEqual([id])
  })
})

describe('configuration in a keep-alive', () => {
  const config = {
    permissionMode: 'plan',
    model: 'opus',
    modelReasoningEffort: 'high',
    effort: 'max',
    serviceTier: 'fast',
    collaborationMode: 'plan',
    copilotAgentMode: 'autopilot',
  } satisfies Partial<SessionAlivePayload>

  it('is applied, stored and announced at once, without moving the session in the list', () => {
    const id = room.createActive()
    room.clock.advance(1000)
    room.alive(id, config)
    expect(room.updates()).toEqual([
      { active: true, activeAt: START + 1000, thinking: false, activeTurnStartedAt: null, ...config },
    ])
    expect(room.wire(id)).toMatchObject({ ...config, updatedAt: START })
    expect(room.row(id)).toMatchObject({ model: 'opus', modelReasoningEffort: 'high', effort: 'max' })
  })

  it('survives a restart, except for the mode that lives in memory', () => {
    const id = room.createActive()
    room.alive(id, config)
    const { collaborationMode, ...kept } = config
    const session = room.restart().wire(id)
    expect(session).toMatchObject(kept)
    expect([collaborationMode, session.collaborationMode]).toEqual(['plan', undefined])
  })

  it('is remembered as preferred modes in a new metadata version that nobody is told of', () => {
    const id = room.createActive()
    room.alive(id, config)
    const { metadata, metadataVersion } = room.session(id)
    expect(metadata).toMatchObject({
      preferredPermissionMode: 'plan',
      preferredCopilotAgentMode: 'autopilot',
    })
    expect(metadataVersion).toBe(2)
    expect(room.updates()).toEqual([expect.not.objectContaining({ metadata: expect.anything() })])
    room.clock.advance(2000)
    room.alive(id, config)
    expect(room.session(id).metadataVersion).toBe(2)
  })

  it('does not replace metadata that could not be read', () => {
    const id = room.createActive({ metadata: { path: 7, kept: true } })
    room.alive(id, { permissionMode: 'plan' })
    expect(room.table.storedMetadata(room.session(id).pk)).toEqual({ path: 7, kept: true })
    expect(room.wire(id).permissionMode).toBe('plan')
  })

  it('takes null as a value and a missing field as no statement', () => {
    const id = room.createActive({ model: 'opus', effort: 'max' })
    room.alive(id, { model: null })
    expect(room.wire(id)).toMatchObject({ model: null, effort: 'max' })
  })

  it('reads the old name of a Copilot mode as the present one', () => {
    const id = room.createActive()
    room.alive(id, { copilotAgentMode: 'fleet' })
    expect(room.wire(id).copilotAgentMode).toBe('interactive')
  })

  it('keeps the provider of a chosen model while the agent reports its id', () => {
    const model = { provider: 'acme', modelId: 'm1' }
    const id = room.createActive()
    room.service.applyConfig(id, { model })
    room.clock.advance(1000)
    room.alive(id, { model: 'm1' })
    expect(room.wire(id).model).toEqual(model)
    room.alive(id, { model: 'm2' })
    expect(room.wire(id).model).toBe('m2')
  })

  it('does not undo what the hub changed after it was sent, field by field', () => {
    const id = room.createActive()
    room.clock.advance(1000)
    const sentAt = room.now
    room.clock.advance(500)
    room.service.applyConfig(id, { model: 'opus' })
    room.alive(id, { time: sentAt, model: 'sonnet', effort: 'low' })
    expect(room.wire(id)).toMatchObject({ model: 'opus', effort: 'low' })
    room.clock.advance(1000)
    room.alive(id, { model: 'sonnet' })
    expect(room.wire(id).model).toBe('sonnet')
  })
})

describe('a queued prompt', () => {
  it('counts as thinking from the prompt on, and tells so', () => {
    const id = room.createActive()
    room.clock.advance(1000)
    room.service.promptQueued(id, room.now)
    expect(room.updates()).toEqual([
      { thinking: true, activeTurnStartedAt: START + 1000, updatedAt: START + 1000 },
    ])
    expect(room.row(id)).toMatchObject({ thinking: true, updatedAt: START + 1000 })
  })

  it('leaves the start of a turn that is already running', () => {
    const id = room.createActive()
    room.service.promptQueued(id, START)
    room.clock.advance(1000)
    room.service.promptQueued(id, room.now)
    expect(room.wire(id).activeTurnStartedAt).toBe(START)
  })

  it('does nothing to a session without a CLI', () => {
    const id = room.create()
    room.service.promptQueued(id, START)
    expect([room.take(), room.wire(id).thinking]).toEqual([[], false])
  })

  it('keeps the session thinking for fifteen seconds while the agent does not say so', () => {
    const id = room.createActive()
    room.service.promptQueued(id, START)
    room.clock.advance(14_999)
    room.alive(id, { thinking: false })
    expect(room.wire(id).thinking).toBe(true)
    room.clock.advance(1)
    room.alive(id, { thinking: false })
    expect(room.wire(id)).toMatchObject({ thinking: false, activeTurnStartedAt: null })
  })

  it('has its turn begin anew while it still waits', () => {
    const id = room.createActive()
    room.queue(id)
    room.service.promptQueued(id, START)
    room.clock.advance(2000)
    room.alive(id)
    expect(room.wire(id).activeTurnStartedAt).toBe(START + 2000)
  })

  it('that was consumed keeps the start of its turn', () => {
    const id = room.createActive()
    room.service.promptQueued(id, START)
    room.clock.advance(2000)
    room.alive(id)
    expect(room.wire(id).activeTurnStartedAt).toBe(START)
  })

  it.each([
    ['the agent says it is thinking', (id: string) => room.alive(id, { thinking: true })],
    ['the grace is dropped', (id: string) => room.service.dropQueuedGrace(id)],
  ])('no longer counts once %s', (_, end) => {
    const id = room.createActive()
    room.service.promptQueued(id, START)
    end(id)
    room.alive(id, { thinking: false })
    expect(room.wire(id)).toMatchObject({ thinking: false, activeTurnStartedAt: null })
  })
})
