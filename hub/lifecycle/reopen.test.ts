import { beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_RPC } from '../../contract/cli-plane.ts'
import type { Metadata } from '../../contract/session.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

let room: LifecycleRoom

beforeEach(() => {
  room = new LifecycleRoom()
  room.machine()
})

const codex = { flavor: 'codex', codexSessionId: 'thread-1' }
const archived = {
  lifecycleState: 'archived',
  lifecycleStateSince: 5,
  archivedBy: 'cli',
  archiveReason: 'User terminated',
}

const reopen = (id: string) => room.lifecycle.reopen(room.lifecycle.require('default', id))
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'succeeded',
    ({ status, code, details }) => ({ status, ...(code && { code }), ...details }),
  )

/** A runner whose child re-opens the session it is told. */
function reopensSame(): void {
  room.onSpawn(({ existingSessionId = '' }) => {
    room.alive(existingSessionId)
    return { type: 'success', sessionId: existingSessionId }
  })
}

describe('reopen', () => {
  it('does nothing to an active session', async () => {
    const id = room.active(codex)
    expect(await reopen(id)).toEqual({ sessionId: id, resumed: false })
  })

  it('takes an archived session for running again', async () => {
    reopensSame()
    const id = room.session({ ...codex, ...archived })
    expect(await reopen(id)).toEqual({ sessionId: id, resumed: true })
    const { lifecycleState, lifecycleStateSince, archivedBy, archiveReason } = room.metadata(id)
    expect({ lifecycleState, lifecycleStateSince, archivedBy, archiveReason }).toEqual({
      lifecycleStateSince: room.clock.now(),
    })
  })

  it('resumes one that is merely inactive, and leaves its keys alone', async () => {
    reopensSame()
    const id = room.session({ ...codex, lifecycleState: 'running', lifecycleStateSince: 3 })
    await reopen(id)
    expect(room.metadata(id)).toMatchObject({ lifecycleState: 'running', lifecycleStateSince: 3 })
  })

  it.each([
    ['all keys', archived],
    ['only the state', { lifecycleState: 'archived' }],
  ])('puts back %s when it fails', async (_, keys) => {
    const id = room.session({ ...codex, ...keys })
    const before = room.metadata(id)
    const during: unknown[] = []
    room.onSpawn(() => {
      during.push(room.metadata(id).lifecycleState)
      return { type: 'error', errorMessage: 'no' }
    })
    expect(await refusal(reopen(id))).toEqual({ status: 500, code: 'resume_failed' })
    expect([during, room.metadata(id)]).toEqual([[undefined], before])
  })

  it.each<[string, () => Partial<Metadata>, object]>([
    [
      'no machine is there',
      () => ({ ...codex, machineId: 'gone', host: 'gone' }),
      { status: 503, code: 'no_machine_online' },
    ],
    [
      'its machine still counts as online but nobody answers there',
      () => codex,
      { status: 503, code: 'no_machine_online' },
    ],
    [
      'the agent’s own store has lost it',
      () => {
        reopensSame()
        room.handle('m1', MACHINE_RPC.cursorChatStoreStatus, () => ({ onDisk: false }))
        return { flavor: 'cursor', cursorSessionId: 'c' }
      },
      { status: 409, code: 'resume_unavailable' },
    ],
  ])('does not touch what it cannot resume: %s', async (_, prepare, answer) => {
    const id = room.session({ ...prepare(), ...archived })
    const { seq, metadataVersion } = room.record(id)
    room.take()
    expect(await refusal(reopen(id))).toEqual(answer)
    expect([room.record(id), room.take()]).toEqual([expect.objectContaining({ seq, metadataVersion }), []])
  })

  it('leaves a session alone whose agent comes back while its store is looked into', async () => {
    const id = room.session({ flavor: 'cursor', cursorSessionId: 'c', ...archived })
    reopensSame()
    room.handle('m1', MACHINE_RPC.cursorChatStoreStatus, () => {
      room.alive(id)
      return { onDisk: true }
    })
    expect([await reopen(id), room.called(MACHINE_RPC.spawn)]).toEqual([
      expect.objectContaining({ sessionId: id }),
      [],
    ])
  })

  it('names what is missing of a Cursor conversation', async () => {
    const id = room.session({ flavor: 'cursor', ...archived })
    room.say(id, 'hello')
    expect(await refusal(reopen(id))).toEqual({ status: 422, missing: ['cursorSessionId'] })
  })

  it('names a missing path', async () => {
    const { id } = room.sessions.createOrLoad('default', { tag: 't', metadata: { ...codex, ...archived } })
    expect(await refusal(reopen(id))).toEqual({ status: 422, missing: ['path'] })
  })

  it('settles and answers the protocol of an old Cursor conversation', async () => {
    room.handle('m1', MACHINE_RPC.cursorChatStoreStatus, () => ({ onDisk: true }))
    reopensSame()
    const id = room.session({ flavor: 'cursor', cursorSessionId: 'c', ...archived })
    expect(await reopen(id)).toEqual({ sessionId: id, resumed: true, cursorSessionProtocol: 'stream-json' })
  })
})
