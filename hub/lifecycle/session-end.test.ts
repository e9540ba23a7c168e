import { beforeEach, describe, expect, it } from 'vitest'
import { SESSION_RPC } from '../../contract/cli-plane.ts'
import { AgentFailed, AgentUnreachable } from '../errors.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

let room: LifecycleRoom

beforeEach(() => {
  room = new LifecycleRoom()
})

const shared = { capabilities: { concurrentClients: true } }
const record = (id: string) => room.record(id)
const isQueued = (id: string, localId: string) =>
  room.messages.queuedState(record(id), [localId]).queuedLocalIds.includes(localId)

describe('the end of a session', () => {
  it('is told as a patch and as an event with its reason', () => {
    const id = room.active()
    room.lifecycle.end(id, 'completed')
    expect(room.take()).toEqual([
      {
        type: 'session-updated',
        namespace: 'default',
        sessionId: id,
        data: { active: false, thinking: false, activeTurnStartedAt: null, backgroundTaskCount: 0 },
      },
      { type: 'session-ended', namespace: 'default', sessionId: id, reason: 'completed' },
    ])
  })

  it('is told even of a session that was inactive', () => {
    const id = room.session()
    room.lifecycle.end(id)
    expect(room.take()).toEqual([{ type: 'session-ended', namespace: 'default', sessionId: id }])
  })

  it('sweeps queued prompts in one announcement and leaves scheduled ones', () => {
    const id = room.active()
    room.prompt(id, 'a')
    room.prompt(id, 'b')
    room.messages.send(record(id), { text: 'later', localId: 'c', scheduledAt: room.clock.now() + 9999 })
    room.take()
    room.lifecycle.end(id, 'terminated')
    const consumed = room.take().filter((event) => event.type === 'messages-consumed')
    expect(consumed).toMatchObject([{ localIds: ['a', 'b'], invokedAt: room.clock.now() }])
    expect(isQueued(id, 'c')).toBe(true)
  })

  it.each([
    ['it was cleared', {}, 'cleared'],
    ['it is shared', shared, 'completed'],
  ] as const)('sweeps nothing when %s', (_, metadata, reason) => {
    const id = room.active(metadata)
    room.prompt(id, 'a')
    room.lifecycle.end(id, reason)
    expect(isQueued(id, 'a')).toBe(true)
  })

  it('of an unknown session is nobody’s business', () => {
    room.lifecycle.end('x')
    expect(room.take()).toEqual([])
  })
})

describe('archive', () => {
  const archive = (id: string) => room.lifecycle.archive(record(id))
  const running = { lifecycleState: 'running' }

  it('asks the CLI to go and ends the session', async () => {
    const id = room.active(running)
    room.handle(id, SESSION_RPC.killSession, () => ({ success: true }))
    expect(await archive(id)).toEqual({ alreadyArchived: false })
    expect(room.link.calls).toEqual([{ scope: id, method: 'killSession', params: {} }])
    expect([room.sessions.isActive(id), room.metadata(id).archivedBy]).toEqual([false, undefined])
    expect(room.took('session-ended')).toEqual([`session-ended ${id}`])
  })

  it.each([
    ['a session whose CLI cannot be reached', true, 'running'],
    ['a session that died without a word', false, 'running'],
    ['an idle session that died without a word', false, 'idle'],
  ])('writes it itself for %s', async (_, isActive, lifecycleState) => {
    const id = isActive ? room.active({ lifecycleState }) : room.session({ lifecycleState })
    expect(await archive(id)).toEqual({ alreadyArchived: false })
    expect(room.metadata(id)).toMatchObject({
      lifecycleState: 'archived',
      lifecycleStateSince: room.clock.now(),
      archivedBy: 'hub',
      archiveReason: 'Archived from hub (CLI unreachable)',
    })
    expect(room.sessions.isActive(id)).toBe(false)
  })

  it('does nothing to an archived session', async () => {
    const id = room.session({ lifecycleState: 'archived' })
    expect(await archive(id)).toEqual({ alreadyArchived: true })
    expect([room.link.calls, room.take()]).toEqual([[], []])
  })

  it('refuses a session that is merely inactive', async () => {
    await expect(archive(room.session())).rejects.toMatchObject({ status: 409 })
  })

  it('leaves a session alone whose CLI did not obey', async () => {
    const id = room.active(running)
    room.handle(id, SESSION_RPC.killSession, () =>
      Promise.reject(new AgentFailed('The agent did not answer in time')),
    )
    await expect(archive(id)).rejects.toBeInstanceOf(AgentFailed)
    expect([room.sessions.isActive(id), room.metadata(id).lifecycleState]).toEqual([true, 'running'])
  })
})

describe('abort and switch', () => {
  it('ask the CLI', async () => {
    const id = room.active()
    room.handle(id, SESSION_RPC.abort, () => null)
    room.handle(id, SESSION_RPC.switch, () => null)
    await room.lifecycle.abort(record(id))
    await room.lifecycle.switchToRemote(record(id))
    expect(room.link.calls).toEqual([
      { scope: id, method: 'abort', params: { reason: expect.any(String) } },
      { scope: id, method: 'switch', params: { to: 'remote' } },
    ])
  })

  it('tell that nobody answered', async () => {
    await expect(room.lifecycle.abort(record(room.active()))).rejects.toBeInstanceOf(AgentUnreachable)
  })

  it('do not switch what clients share', async () => {
    await expect(room.lifecycle.switchToRemote(record(room.active(shared)))).rejects.toMatchObject({
      status: 409,
      code: 'control_mode_not_applicable',
    })
    expect(room.link.calls).toEqual([])
  })
})

describe('handoff to a terminal', () => {
  const handoff = (id: string) => room.lifecycle.handoffLocal(record(id))

  it('ends when the agent has gone', async () => {
    const id = room.active()
    room.handle(id, SESSION_RPC.handoffLocal, () => ({ ok: true }))
    const handingOff = handoff(id).then(() => 'gone')
    await room.idle()
    room.lifecycle.end(id, 'handoff')
    expect(await handingOff).toBe('gone')
  })

  it('is done at once for an inactive session', async () => {
    await handoff(room.session())
    expect(room.link.calls).toEqual([])
  })

  it.each([
    ['shared', shared, {}, { status: 409, code: 'control_mode_not_applicable' }],
    ['already in a terminal', {}, { controlledByUser: true }, { status: 409, code: 'already_local' }],
    ['unreachable', {}, {}, { status: 500, code: 'handoff_failed' }],
  ])('refuses a session that is %s', async (_, metadata, agentState, refusal) => {
    await expect(handoff(room.active(metadata, { agentState }))).rejects.toMatchObject(refusal)
  })

  it('fails when the agent stays for 15 s', async () => {
    const id = room.active()
    room.handle(id, SESSION_RPC.handoffLocal, () => ({ ok: true }))
    const failure = expect(handoff(id)).rejects.toMatchObject({ status: 500, code: 'handoff_failed' })
    await room.idle()
    room.clock.advance(15_000)
    await failure
  })
})
