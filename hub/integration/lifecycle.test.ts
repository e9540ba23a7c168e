import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'

const OK = { status: 200, body: { ok: true } }
const INACTIVE = { status: 409, body: { error: 'Session is inactive', code: 'session_inactive' } }
const CONFLICT = { status: 409, body: { error: expect.any(String) } }

let scene: HubScene
beforeAll(async () => {
  scene = await HubScene.open()
})
afterAll(() => scene.close())

const post = (id: string, action: string, body: unknown = {}) =>
  scene.raw('POST', `/api/sessions/${id}/${action}`, body)

/** The answers of a CLI that does not do what it is asked, and what the client is told. */
async function silent(agent: SceneAgent, method: string): Promise<void> {
  const asked = Promise.withResolvers<void>()
  await agent.serve(method, () => {
    asked.resolve()
    return new Promise(() => {})
  })
  void asked.promise.then(() => scene.hub.clock.advance(30_000))
}

describe.each([
  ['abort', 'abort', { reason: expect.any(String) }],
  ['switch', 'switch', { to: 'remote' }],
])('%s', (action, method, params) => {
  it('asks the agent, whose empty answer is a success', async () => {
    const agent = await scene.session()
    await agent.serve(method, () => undefined)
    expect([await post(agent.id, action), agent.calls]).toEqual([OK, [{ method, params }]])
  })

  it('works without a body', async () => {
    const agent = await scene.session()
    await agent.serve(method, () => undefined)
    expect(await post(agent.id, action, undefined)).toEqual(OK)
  })

  it('is refused for an inactive session', async () => {
    expect(await post(await scene.asleep(), action)).toEqual(INACTIVE)
  })

  it('is a conflict when the agent has no such handler', async () => {
    expect(await post((await scene.session()).id, action)).toEqual(CONFLICT)
  })

  it('is a conflict when the agent fails', async () => {
    const agent = await scene.session()
    await agent.serve(method, () => {
      throw new Error('cannot')
    })
    expect(await post(agent.id, action)).toEqual(CONFLICT)
  })

  it('is a conflict when the agent does not answer in 30 s', async () => {
    const agent = await scene.session()
    await silent(agent, method)
    expect(await post(agent.id, action)).toEqual(CONFLICT)
  })
})

it('switch does not apply to a session that takes several clients at once', async () => {
  const agent = await scene.session({
    metadata: { flavor: 'codex', capabilities: { concurrentClients: true } },
  })
  await agent.serve('switch', () => undefined)
  expect([await post(agent.id, 'switch'), agent.calls]).toEqual([
    { status: 409, body: { error: expect.any(String), code: 'control_mode_not_applicable' } },
    [],
  ])
})

describe('archive', () => {
  it('ends the agent, which archives itself, and says so', async () => {
    const agent = await scene.session()
    await agent.serve('killSession', async () => {
      const metadata = { path: '/w', lifecycleState: 'archived', archivedBy: 'cli' }
      await agent.socket.request('update-metadata', { sid: agent.id, expectedVersion: 1, metadata })
      return { success: true, message: 'bye' }
    })
    const events = await scene.events()
    const answer = await post(agent.id, 'archive')
    const { active, metadata } = await scene.detail(agent.id)
    const types = (await scene.settled(events)).map(({ type }) => type)
    expect([answer, active, metadata.lifecycleState, metadata.archivedBy, types, agent.calls]).toEqual([
      OK,
      false,
      'archived',
      'cli',
      ['session-updated', 'session-updated', 'session-ended'],
      [{ method: 'killSession', params: {} }],
    ])
  })

  it('is done by the hub when the agent of an active session cannot be asked', async () => {
    const agent = await scene.session()
    const answer = await post(agent.id, 'archive')
    const { active, metadata } = await scene.detail(agent.id)
    expect([answer, active, metadata]).toEqual([
      OK,
      false,
      expect.objectContaining({
        lifecycleState: 'archived',
        lifecycleStateSince: scene.now,
        archivedBy: 'hub',
        archiveReason: expect.any(String),
      }),
    ])
  })

  it('is done by the hub for a session whose agent died without a word', async () => {
    const agent = await scene.session()
    agent.socket.close()
    scene.hub.clock.advance(40_000)
    const answer = await post(agent.id, 'archive')
    expect([answer, (await scene.detail(agent.id)).metadata.lifecycleState]).toEqual([OK, 'archived'])
  })

  it.each(['running', 'idle'])('is possible for an inactive session that counts as %s', async (state) => {
    const id = await scene.asleep({ metadata: { lifecycleState: state } })
    expect(await post(id, 'archive')).toEqual(OK)
  })

  it('a second time answers alreadyArchived and changes nothing', async () => {
    const id = await scene.asleep()
    await post(id, 'archive')
    const { metadata } = await scene.detail(id)
    scene.hub.clock.advance(1000)
    expect([await post(id, 'archive'), (await scene.detail(id)).metadata]).toEqual([
      { status: 200, body: { ok: true, alreadyArchived: true } },
      metadata,
    ])
  })

  it('is a conflict for a plain inactive session', async () => {
    const id = await scene.asleep({ metadata: { lifecycleState: undefined } })
    expect(await post(id, 'archive')).toEqual(CONFLICT)
  })

  it('is a conflict, and the session goes on, when the agent refuses to go', async () => {
    const agent = await scene.session()
    await agent.serve('killSession', () => {
      throw new Error('busy')
    })
    expect([await post(agent.id, 'archive'), (await scene.detail(agent.id)).active]).toEqual([CONFLICT, true])
  })
})

describe('the end of a session', () => {
  it.each(['completed', 'terminated', 'error', 'handoff', 'cleared', undefined])(
    'is announced with its reason: %s',
    async (reason) => {
      const agent = await scene.session()
      const events = await scene.events()
      await agent.end(reason)
      expect(await scene.settled(events)).toEqual([
        {
          type: 'session-updated',
          namespace: 'default',
          sessionId: agent.id,
          data: { active: false, thinking: false, activeTurnStartedAt: null, backgroundTaskCount: 0 },
        },
        { type: 'session-ended', namespace: 'default', sessionId: agent.id, ...(reason && { reason }) },
      ])
    },
  )

  it('takes back the commands of an active session', async () => {
    const agent = await scene.session()
    await agent.end()
    expect(await post(agent.id, 'abort')).toEqual(INACTIVE)
  })
})
