import { beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_RPC } from '../../contract/cli-plane.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'
import { clearOperationOf } from './clear-operation.ts'

let room: LifecycleRoom
let source: string

const opencode = {
  flavor: 'opencode',
  startedBy: 'runner',
  opencodeSessionId: 'native',
  name: 'Roof',
  lifecycleState: 'running',
  lifecycleStateSince: 1,
}

beforeEach(() => {
  room = new LifecycleRoom()
  room.machine()
  source = room.active(opencode)
})

const clear = () => room.lifecycle.clearOpencode
const reserve = () => clear().reserve(room.record(source))
const confirm = (id: string) => clear().confirmCleanup(room.record(source), id)
const abort = (id: string) => clear().abort(room.record(source), id)
const finish = () => clear().finish(room.record(source))
const state = () => clearOperationOf(room.record(source).metadata)?.state
const unavailable = expect.objectContaining({ status: 409, code: 'clear_unavailable' })

/** Step 3: the CLI archives itself and goes. */
function leave(archiveReason = 'Cleared by /clear'): void {
  room.sessions.editMetadata(source, (m) => ({
    ...m,
    lifecycleState: 'archived',
    archivedBy: 'cli',
    archiveReason,
  }))
  room.lifecycle.end(source, 'cleared')
  room.db.flush()
}
const spawns = () =>
  room.onSpawn(({ existingSessionId }) => ({ type: 'success', sessionId: existingSessionId }))

/** Up to where the replacement can be started. */
function cleaned(): string {
  const id = reserve()
  confirm(id)
  leave()
  return id
}

describe('reserve', () => {
  it('prepares an empty replacement in the same place', () => {
    room.sessions.applyConfig(source, { model: 'm', effort: 'high' })
    const id = reserve()
    const { metadata, model, effort } = room.record(id)
    expect([metadata, model, effort, state()]).toEqual([
      {
        path: '/w',
        host: 'box',
        machineId: 'm1',
        flavor: 'opencode',
        name: 'Roof',
        startedFromRunner: true,
        startedBy: 'runner',
      },
      'm',
      'high',
      'reserved',
    ])
  })

  it('answers the same replacement again', () => {
    expect(reserve()).toBe(reserve())
  })

  it.each([
    ['another flavor', { flavor: 'codex' }],
    ['a session of a terminal', { startedBy: 'terminal' }],
    ['no machine', { machineId: undefined }],
    ['no path', { path: '' }],
  ])('refuses %s', (_, metadata) => {
    source = room.active({ ...opencode, ...metadata })
    expect(reserve).toThrow(unavailable)
  })

  it('refuses an inactive session', () => {
    source = room.session(opencode)
    expect(reserve).toThrow(unavailable)
  })

  it('refuses a clear that is past its beginning', () => {
    confirm(reserve())
    expect(reserve).toThrow(unavailable)
  })

  it('parks prompts for the old session with the replacement, undelivered', () => {
    const id = reserve()
    room.prompt(source, 'next')
    expect([room.words(source), room.words(id), room.delivered(id)]).toEqual([[], ['next'], []])
  })
})

describe('confirm-cleanup', () => {
  it('may be repeated', () => {
    const id = reserve()
    expect([confirm(id), confirm(id), state()]).toEqual([id, id, 'cleanup-confirmed'])
  })

  it('refuses another replacement and an aborted clear', () => {
    const id = reserve()
    expect(() => confirm('x')).toThrow(unavailable)
    abort(id)
    expect(() => confirm(id)).toThrow(unavailable)
  })
})

describe('abort', () => {
  it('brings parked prompts back, delivers them, and may be repeated', () => {
    const id = reserve()
    room.prompt(source, 'next')
    room.take()
    expect([abort(id), abort(id), state()]).toEqual([source, source, 'aborted'])
    expect([room.words(source), room.words(id)]).toEqual([['next'], []])
    expect(room.delivered(source)).toEqual(['next'])
    expect(new Set(room.took('messages-invalidated'))).toEqual(
      new Set([`messages-invalidated ${source}`, `messages-invalidated ${id}`]),
    )
  })

  it('is too late after the cleanup', () => {
    const id = reserve()
    confirm(id)
    expect(() => abort(id)).toThrow(unavailable)
  })

  it('leaves the session free to be cleared another time, with the name it has then', () => {
    const id = reserve()
    abort(id)
    room.sessions.rename(source, 'Cellar')
    expect([reserve(), room.metadata(id).name, room.lifecycle.isGated(id)]).toEqual([id, 'Cellar', true])
  })

  it('happens when the session ends for another reason', () => {
    const id = reserve()
    room.prompt(source, 'next')
    room.lifecycle.end(source, 'error')
    expect([state(), room.lifecycle.isGated(id), room.words(source)]).toEqual(['aborted', false, ['next']])
  })

  it('happens when the session is resumed after a crash', async () => {
    const id = reserve()
    room.clock.advance(31_000)
    room.sessions.tick()
    room.machine()
    room.onSpawn(() => {
      room.alive(source)
      return { type: 'success', sessionId: source }
    })
    await room.lifecycle.resume(room.record(source))
    expect([state(), room.lifecycle.isGated(id)]).toEqual(['aborted', false])
  })
})

describe('finishing', () => {
  it('starts the replacement under its id, hands over what waited and supersedes the old session', async () => {
    spawns()
    room.prompt(source, 'queued before')
    const id = reserve()
    room.prompt(source, 'parked')
    confirm(id)
    leave()
    room.take()
    room.delivered(id)
    expect(await finish()).toBe(id)
    expect(room.called(MACHINE_RPC.spawn)).toEqual([
      {
        type: 'spawn-in-directory',
        directory: '/w',
        agent: 'opencode',
        forkSession: false,
        existingSessionId: id,
        sessionId: id,
      },
    ])
    expect([state(), room.metadata(source).supersededBySessionId]).toEqual(['completed', id])
    expect(room.sessions.require('default', source).id).toBe(id)
    expect(room.delivered(id).sort()).toEqual(['parked', 'queued before'])
    expect(new Set(room.took('messages-invalidated'))).toEqual(
      new Set([`messages-invalidated ${source}`, `messages-invalidated ${id}`]),
    )
  })

  it('answers the replacement again, and once started starts it no second time', async () => {
    spawns()
    const id = cleaned()
    expect(await Promise.all([finish(), finish()])).toEqual([id, id])
    expect(await finish()).toBe(id)
    expect(room.called(MACHINE_RPC.spawn)).toHaveLength(1)
  })

  it.each([
    ['before the cleanup', [reserve, leave]],
    ['while the old agent is there', [() => confirm(reserve())]],
    ['when it ended for another reason', [() => confirm(reserve()), () => leave('User terminated')]],
    ['without a clear', [leave]],
  ])('is refused %s', async (_, steps) => {
    for (const step of steps) step()
    await expect(finish()).rejects.toEqual(unavailable)
  })

  it.each([
    ['the runner refuses', () => ({ type: 'error', errorMessage: 'no' }), 'spawn_failed'],
    ['the child has another id', () => ({ type: 'success', sessionId: 'x' }), 'replacement_link_failed'],
  ])('fails when %s, and keeps the gate closed', async (_, spawn, code) => {
    room.onSpawn(spawn)
    const id = cleaned()
    await expect(finish()).rejects.toMatchObject({ status: 500, code })
    expect([state(), room.lifecycle.isGated(id)]).toEqual(['failed', true])
  })

  it('fails when the machine is away', async () => {
    cleaned()
    room.clock.advance(45_001)
    room.machines.tick()
    await expect(finish()).rejects.toMatchObject({ status: 500, code: 'spawn_failed' })
  })

  it('keeps a cleared session from being resumed', async () => {
    cleaned()
    await expect(room.lifecycle.resume(room.record(source))).rejects.toMatchObject({
      status: 409,
      code: 'resume_unavailable',
    })
  })
})

describe('the gate', () => {
  it('is closed from the reservation until the end, also over a restart', async () => {
    const id = cleaned()
    expect([room.lifecycle.isGated(id), room.lifecycle.isGated(source)]).toEqual([true, false])
    room = room.restart()
    expect(room.lifecycle.isGated(id)).toBe(true)
    room.alive(id)
    await finish()
    expect(room.lifecycle.isGated(id)).toBe(false)
    room = room.restart()
    expect(room.lifecycle.isGated(id)).toBe(false)
  })

  it('stays closed when the abort is lost with its commit', () => {
    const id = reserve()
    room.loseCommit(() => abort(id))
    expect([state(), room.lifecycle.isGated(id)]).toEqual(['reserved', true])
  })

  it('was never closed when the reservation is lost with its commit', () => {
    let id = ''
    room.loseCommit(() => {
      id = reserve()
    })
    expect([state(), room.lifecycle.isGated(id)]).toEqual([undefined, false])
  })
})

describe('the tick', () => {
  it('finishes what a crash left', async () => {
    const id = cleaned()
    room = room.restart()
    spawns()
    room.lifecycle.tick()
    await room.idle()
    expect([state(), room.metadata(source).supersededBySessionId]).toEqual(['completed', id])
  })

  it('tries again later and later', async () => {
    room.onSpawn(() => ({ type: 'error', errorMessage: 'no' }))
    cleaned()
    const tries: number[] = []
    for (const ms of [0, 4999, 1, 5000, 10_000]) {
      room.clock.advance(ms)
      room.lifecycle.tick()
      await room.idle()
      tries.push(room.called(MACHINE_RPC.spawn).length)
    }
    expect(tries).toEqual([1, 1, 2, 2, 3])
  })

  it('leaves a session alone that is not gone', async () => {
    spawns()
    confirm(reserve())
    room.lifecycle.tick()
    await room.idle()
    expect([state(), room.link.calls]).toEqual(['cleanup-confirmed', []])
  })

  it('carries out an abort that was due', () => {
    const id = reserve()
    room.sessions.editMetadata(source, (m) => ({
      ...m,
      opencodeClearOperation: { replacementSessionId: id, state: 'abort-needed', updatedAt: 1 },
    }))
    room.lifecycle.end(source, 'cleared')
    room.lifecycle.tick()
    expect([state(), room.lifecycle.isGated(id)]).toEqual(['aborted', false])
  })
})
