import { beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_RPC } from '../../contract/cli-plane.ts'
import type { Metadata } from '../../contract/session.ts'
import { AgentFailed } from '../errors.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

let room: LifecycleRoom

beforeEach(() => {
  room = new LifecycleRoom()
  room.machine()
})

const codex = { flavor: 'codex', codexSessionId: 'thread-1' }
const claude = { flavor: 'claude', claudeSessionId: 'c0ffee00-0000-4000-8000-000000000001' }
const archived = {
  lifecycleState: 'archived',
  lifecycleStateSince: 5,
  archivedBy: 'cli',
  archiveReason: 'User terminated',
}

const resume = (id: string, permissionMode?: string) =>
  room.lifecycle.resume(room.lifecycle.require('default', id), { permissionMode })
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

/** A runner whose child reports under a new session id. */
function startsNew(metadata: Partial<Metadata> = claude): { childId: string } {
  const child = { childId: '' }
  room.onSpawn(() => {
    child.childId = room.active(metadata)
    return { type: 'success', sessionId: child.childId }
  })
  return child
}

describe('resume', () => {
  it('spawns on the session’s machine with its token, its id and its configuration', async () => {
    reopensSame()
    room.machine('other')
    const id = room.session({ ...codex, preferredPermissionMode: 'read-only' })
    room.sessions.applyConfig(id, {
      model: 'gpt-5',
      modelReasoningEffort: 'high',
      serviceTier: 'fast',
      collaborationMode: 'plan',
    })
    expect(await resume(id)).toBe(id)
    expect(room.link.calls).toEqual([
      {
        scope: 'm1',
        method: MACHINE_RPC.spawn,
        params: {
          type: 'spawn-in-directory',
          directory: '/w',
          agent: 'codex',
          model: 'gpt-5',
          modelReasoningEffort: 'high',
          serviceTier: 'fast',
          permissionMode: 'read-only',
          collaborationMode: 'plan',
          forkSession: false,
          resumeSessionId: 'thread-1',
          existingSessionId: id,
          sessionId: id,
        },
      },
    ])
  })

  it('tells everybody that the session is active', async () => {
    reopensSame()
    const id = room.session(codex)
    await resume(id)
    const { activeAt } = room.sessions.toSession(room.record(id))
    expect(room.take()).toContainEqual({
      type: 'session-updated',
      namespace: 'default',
      sessionId: id,
      data: { active: true, activeAt, thinking: false },
    })
  })

  it('leaves an active session alone', async () => {
    const id = room.active(codex)
    expect(await resume(id)).toBe(id)
    expect(room.link.calls).toEqual([])
  })

  it('starts anew what never held a message', async () => {
    reopensSame()
    const id = room.session({ flavor: 'dsh' })
    await resume(id)
    expect(room.called(MACHINE_RPC.spawn)).toMatchObject([{ agent: 'dsh', existingSessionId: id }])
    expect(room.called(MACHINE_RPC.spawn)[0]).not.toHaveProperty('resumeSessionId')
  })

  it('keeps a session in its terminal', async () => {
    const id = room.session(codex, { agentState: { startingMode: 'pty' } })
    room.onSpawn(() => {
      room.alive(id)
      room.sessions.markReady(id)
      return { type: 'success', sessionId: id }
    })
    await resume(id)
    expect(room.called(MACHINE_RPC.spawn)).toMatchObject([{ startingMode: 'pty' }])
  })

  it('shares one attempt between calls at the same time', async () => {
    reopensSame()
    const id = room.session(codex)
    expect(await Promise.all([resume(id), resume(id), reopen(id)])).toEqual([
      id,
      id,
      { sessionId: id, resumed: true },
    ])
    expect(room.link.calls).toHaveLength(1)
  })

  it('tries again after a failure', async () => {
    const id = room.session(codex)
    room.onSpawn(() => ({ type: 'error', errorMessage: 'busy' }))
    expect(await refusal(resume(id))).toEqual({ status: 500, code: 'resume_failed' })
    reopensSame()
    expect(await resume(id)).toBe(id)
  })

  it('waits for the first keep-alive of the child', async () => {
    const id = room.session(codex)
    room.onSpawn(() => ({ type: 'success', sessionId: id }))
    const attempt = resume(id)
    await room.idle()
    room.clock.advance(14_999)
    room.alive(id)
    expect(await attempt).toBe(id)
  })
})

describe('the machine of a resume', () => {
  it('may be another one with the same host name', async () => {
    reopensSame()
    const id = room.session({ ...codex, machineId: 'gone' })
    expect(await resume(id)).toBe(id)
  })

  it.each([
    ['no machine is online', { ...codex, machineId: 'gone', host: 'elsewhere' }],
    ['it names neither machine nor host', { ...codex, machineId: undefined, host: undefined }],
    ['Cursor’s own machine is away', { flavor: 'cursor', cursorSessionId: 'c', machineId: 'gone' }],
    ['Pi’s own machine is away', { flavor: 'pi', piSessionId: 'p', machineId: 'gone' }],
  ])('is missing when %s', async (_, metadata) => {
    expect(await refusal(resume(room.session(metadata as Metadata)))).toEqual({
      status: 503,
      code: 'no_machine_online',
    })
  })

  it('is never one of another namespace', async () => {
    room.machine('theirs', { metadata: { host: 'there', platform: 'linux' } }, 'team')
    const id = room.session({ ...codex, machineId: 'theirs', host: 'there' })
    expect(await refusal(resume(id))).toEqual({ status: 503, code: 'no_machine_online' })
  })

  it('counts as missing when its runner does not answer to a spawn', async () => {
    expect(await refusal(resume(room.session(codex)))).toEqual({ status: 503, code: 'no_machine_online' })
  })
})

describe('a session that cannot be resumed', () => {
  it('is unknown', () => {
    expect(() => room.lifecycle.require('default', 'x')).toThrow(
      expect.objectContaining({ status: 404, code: 'session_not_found' }),
    )
  })

  it('belongs to somebody else', () => {
    const id = room.session(codex, { namespace: 'team' })
    expect(() => room.lifecycle.require('default', id)).toThrow(
      expect.objectContaining({ status: 403, code: 'access_denied' }),
    )
  })

  it('has no path', async () => {
    const { id } = room.sessions.createOrLoad('default', { tag: 't', metadata: codex })
    expect(await refusal(resume(id))).toEqual({ status: 409, code: 'resume_unavailable' })
  })

  it('has messages but no token', async () => {
    const id = room.session({ flavor: 'grok' })
    room.say(id, 'hello')
    expect(await refusal(resume(id))).toEqual({ status: 409, code: 'resume_unavailable' })
  })

  it('is a Pi conversation and the runner cannot continue those', async () => {
    expect(await refusal(resume(room.session({ flavor: 'pi', piSessionId: 'p' })))).toEqual({
      status: 409,
      code: 'resume_unavailable',
    })
  })

  it('is a Cursor conversation whose store is gone', async () => {
    room.handle('m1', MACHINE_RPC.cursorChatStoreStatus, () => ({ onDisk: false, store: null }))
    reopensSame()
    const id = room.session({ flavor: 'cursor', cursorSessionId: 'c', homeDir: '/home/a' })
    expect(await refusal(resume(id))).toEqual({ status: 409, code: 'resume_unavailable' })
    expect(room.called(MACHINE_RPC.cursorChatStoreStatus)).toEqual([
      { workspacePath: '/w', cursorSessionId: 'c', homeDir: '/home/a' },
    ])
    expect(room.called(MACHINE_RPC.spawn)).toEqual([])
  })

  it.each([
    ['agentA', 'yolo'],
    ['pi', 'default'],
  ])('is asked for a mode %s does not have', async (flavor, mode) => {
    expect(await refusal(resume(room.session({ flavor }), mode))).toEqual({ status: 400 })
  })

  it.each([
    ['the runner refuses', () => ({ type: 'error', errorMessage: 'no' })],
    ['the runner fails', () => Promise.reject(new AgentFailed('The agent did not answer in time'))],
    ['the runner answers nonsense', () => 'hm'],
  ])('fails when %s', async (_, spawn) => {
    room.onSpawn(spawn)
    expect(await refusal(resume(room.session(codex)))).toEqual({ status: 500, code: 'resume_failed' })
  })

  it('fails, and its child is stopped, when that does not come online within 15 s', async () => {
    const stopped: unknown[] = []
    room.handle('m1', MACHINE_RPC.stopSession, (params) => stopped.push(params))
    const id = room.session(codex)
    room.onSpawn(() => ({ type: 'success', sessionId: id }))
    const attempt = refusal(resume(id))
    await room.idle()
    room.clock.advance(15_000)
    expect([await attempt, stopped]).toEqual([{ status: 500, code: 'resume_failed' }, [{ sessionId: id }]])
  })

  it('fails when its child came online in another namespace', async () => {
    room.onSpawn(() => ({ type: 'success', sessionId: room.active(codex, { namespace: 'team' }) }))
    expect(await refusal(resume(room.session(codex)))).toEqual({ status: 500, code: 'resume_failed' })
  })
})

describe('an agent that announces when it is ready', () => {
  const pi = { flavor: 'pi', piSessionId: 'p' }
  beforeEach(() => {
    const capabilities = { piExistingSessionResume: true }
    room.machine('m1', { runnerState: { status: 'running', capabilities } })
  })

  /** An attempt whose child is active but not ready. */
  async function begun(id: string) {
    reopensSame()
    const attempt = refusal(resume(id))
    await room.idle()
    return attempt
  }

  it('is waited for', async () => {
    const id = room.session(pi)
    reopensSame()
    const attempt = resume(id)
    await room.idle()
    room.sessions.markReady(id)
    room.alive(id)
    expect(await attempt).toBe(id)
  })

  it('must not count as ready from its last time', async () => {
    const id = room.session(pi)
    room.sessions.markReady(id)
    const attempt = begun(id)
    await room.idle()
    room.clock.advance(60_000)
    expect(await attempt).toEqual({ status: 500, code: 'resume_failed' })
  })

  it('has failed when it ends instead', async () => {
    const id = room.session(pi)
    const attempt = begun(id)
    await room.idle()
    room.lifecycle.end(id, 'error')
    expect(await attempt).toEqual({ status: 500, code: 'resume_failed' })
  })

  it('is not waited for in Cursor’s old protocol, and is under a new id of the new one', async () => {
    room.handle('m1', MACHINE_RPC.cursorChatStoreStatus, () => ({ onDisk: true }))
    const old = { flavor: 'cursor', cursorSessionId: 'old' }
    const first = room.session(old)
    startsNew(old)
    expect(await resume(first)).not.toBe(first)
    const modern = { flavor: 'cursor', cursorSessionId: 'new', cursorSessionProtocol: 'acp' }
    const second = room.session(modern)
    const child = startsNew(modern)
    const attempt = refusal(resume(second))
    await room.idle()
    expect(room.record(second).supersededBy).toBeNull()
    room.sessions.markReady(child.childId)
    room.alive(child.childId)
    expect([await attempt, room.record(second).supersededBy]).toEqual(['succeeded', child.childId])
  })
})

describe('resume under a new id', () => {
  it('answers the new id, under which the old one is found from then on', async () => {
    const child = startsNew()
    const id = room.session({ ...claude, ...archived, name: 'Fix the roof' })
    room.say(id, 'before')
    expect(await resume(id)).toBe(child.childId)
    expect(room.sessions.require('default', id).id).toBe(child.childId)
    expect(room.metadata(id)).toMatchObject({ ...archived, supersededBySessionId: child.childId })
    expect(room.metadata(child.childId)).toMatchObject({ name: 'Fix the roof' })
    expect(room.words(child.childId)).toEqual(['before'])
  })

  it('merges only after the child is active', async () => {
    const id = room.session(claude)
    let childId = ''
    room.onSpawn(() => {
      childId = room.session(claude)
      return { type: 'success', sessionId: childId }
    })
    const attempt = resume(id)
    await room.idle()
    expect(room.record(id).supersededBy).toBeNull()
    room.say(childId, 'already talking')
    room.alive(childId)
    expect(await attempt).toBe(childId)
    room.say(childId, 'and on')
    expect(room.words(childId)).toEqual(['already talking', 'and on'])
  })

  it('does not merge a session whose old agent came back meanwhile', async () => {
    const id = room.session(claude)
    room.onSpawn(() => {
      const childId = room.active({ flavor: 'claude' })
      room.alive(id)
      return { type: 'success', sessionId: childId }
    })
    expect(await resume(id)).not.toBe(id)
    expect(room.record(id).supersededBy).toBeNull()
  })

  it('hands queued prompts to the new agent', async () => {
    const id = room.active(claude)
    room.prompt(id, 'still to do')
    room.clock.advance(31_000)
    room.sessions.tick()
    room.machine()
    const child = startsNew()
    await resume(id)
    expect(room.delivered(child.childId)).toEqual(['still to do'])
  })
})
