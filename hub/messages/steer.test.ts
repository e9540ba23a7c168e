import { describe, expect, it } from 'vitest'
import { AgentFailed, AgentUnreachable } from '../errors.ts'
import { messageFixture } from '../testing/message-fixture.ts'

type Metadata = Parameters<typeof messageFixture>[0]

function prepare(metadata: Metadata = { flavor: 'codex' }, agentState: unknown = {}) {
  const fixture = messageFixture(metadata)
  const { sessions, messages, session, clock } = fixture
  sessions.updateAgentState(session.id, 1, agentState)
  fixture.sendQueued('a')
  messages.send(session, { text: 'x', localId: 'later', scheduledAt: clock.now() + 1000 })
  fixture.say('agent')
  return { ...fixture, steer: (id = 'a') => messages.steer(sessions.require('default', session.id), id) }
}

const steered = { status: 'steered', localId: 'a' }

describe('steer', () => {
  it('asks the CLI to inject the prompt and leaves its acknowledgement to it', async () => {
    const { steer, link, row } = prepare()
    expect(await steer()).toEqual(steered)
    expect(link.asked).toEqual([{ method: 'steer-queued-message', params: { localId: 'a' } }])
    expect(row('a')?.invokedAt).toBeNull()
  })

  it.each<[string, Metadata, boolean]>([
    ['agentB', { flavor: 'agentB' }, true],
    ['pi', { flavor: 'pi' }, true],
    ['claude', { flavor: 'claude' }, false],
    ['no flavor', {}, false],
    ['a new Cursor session', { flavor: 'cursor' }, true],
    ['Cursor over ACP', { flavor: 'cursor', cursorSessionId: 'c', cursorSessionProtocol: 'acp' }, true],
    ['Cursor over its stream', { flavor: 'agentC', cursorSessionProtocol: 'stream-json' }, false],
    ['Cursor without a protocol', { flavor: 'cursor', cursorSessionId: 'c' }, false],
  ])('%s', async (_name, metadata, allowed) => {
    const { steer, link } = prepare(metadata)
    expect((await steer()).status).toBe(allowed ? 'steered' : 'failed')
    expect(link.asked).toHaveLength(allowed ? 1 : 0)
  })

  it.each<[string, Metadata, string]>([
    ['refused', { flavor: 'codex' }, 'failed'],
    [
      'allowed when clients share the session',
      { flavor: 'codex', capabilities: { concurrentClients: true } },
      'steered',
    ],
  ])('of a terminal-controlled session is %s', async (_name, metadata, status) => {
    const { steer } = prepare(metadata, { controlledByUser: true })
    expect(await steer()).toMatchObject({ status, localId: 'a' })
  })

  it('refuses a scheduled prompt and an unknown one without asking', async () => {
    const { steer, link } = prepare()
    expect(await steer('later')).toEqual({ status: 'failed', error: expect.any(String), localId: 'later' })
    expect(await steer('nothing')).toEqual({ status: 'failed', error: expect.any(String), localId: null })
    expect(link.asked).toEqual([])
  })

  it('refuses what was never queued', async () => {
    const { steer, page } = prepare()
    const id = page().messages.find((row) => row.localId === null)?.id
    expect(await steer(id)).toEqual({ status: 'failed', error: expect.any(String), localId: null })
  })

  it('returns a row that was taken', async () => {
    const { steer, messages, session, row } = prepare()
    messages.markInvoked(session.id, ['a'])
    expect(await steer()).toEqual({ status: 'invoked', message: row('a') })
  })

  it.each<[string, () => unknown, string]>([
    ['says no', () => ({ steered: false, error: 'too late' }), 'too late'],
    ['answers nothing', () => null, 'The agent did not take the message'],
    [
      'is away',
      () => {
        throw new AgentUnreachable('gone')
      },
      'gone',
    ],
    [
      'fails',
      () => {
        throw new AgentFailed('timeout')
      },
      'timeout',
    ],
  ])('fails when the CLI %s', async (_name, answer, error) => {
    const { steer, link } = prepare()
    link.rpcAnswer = answer
    expect(await steer()).toEqual({ status: 'failed', error, localId: 'a' })
  })
})
