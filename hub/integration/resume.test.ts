import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SpawnRpcParams } from '../../contract/cli-plane.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { HubScene, type SceneAgent, type SceneSocket, textOf } from '../testing/hub-scene.ts'

const TOKEN = 'c0ffee00-0000-4000-8000-000000000001'
const CODEX = { flavor: 'codex', machineId: 'm', codexSessionId: TOKEN }
const CLAUDE = { flavor: 'claude', machineId: 'm', claudeSessionId: TOKEN }

let scene: HubScene
let runner: SceneSocket
/** The agents the runner started. */
let children: SceneAgent[]
beforeEach(async () => {
  scene = await HubScene.open()
  children = []
})
afterEach(() => scene.close())

/** A runner whose agents come back under the same id (`codex`) or report a new session (`claude`). */
async function startRunner(prepare: (child: SceneAgent) => Promise<void> = async () => {}): Promise<void> {
  runner = await scene.runner()
  await runner.serve('spawn-happy-session', async (params) => {
    const { agent, existingSessionId, directory } = params as SpawnRpcParams
    const isSame = agent === 'codex' && existingSessionId !== undefined
    const metadata = { ...CLAUDE, flavor: agent, path: directory }
    const id = isSame ? existingSessionId : await scene.asleep({ metadata })
    const child = await scene.connect(id)
    children.push(child)
    await prepare(child)
    await child.alive()
    return { type: 'success', sessionId: id }
  })
}

/** A session that talked, and whose agent is gone. */
async function ended(metadata: object, how: 'end' | 'expire' = 'end'): Promise<string> {
  const agent = await scene.session({ metadata })
  await send(agent.id, { text: 'one' })
  scene.hub.clock.advance(10)
  await agent.say('two')
  scene.hub.clock.advance(10)
  if (how === 'end') await agent.end()
  else scene.hub.clock.advance(40_000)
  agent.socket.close()
  return agent.id
}

const send = (id: string, body: object) => scene.raw('POST', `/api/sessions/${id}/messages`, body)
const resume = (id: string, body?: unknown) => scene.raw('POST', `/api/sessions/${id}/resume`, body)
const reopen = (id: string, body?: unknown) => scene.raw('POST', `/api/sessions/${id}/reopen`, body)
const archive = (id: string) => scene.raw('POST', `/api/sessions/${id}/archive`, {})
const coded = (status: number, code: string) => ({ status, body: { error: expect.any(String), code } })
const epochOf = async (id: string) => (await scene.raw('GET', `/api/sessions/${id}/messages`)).body.page.epoch

describe('resume under the same id', () => {
  it('answers it and the session is active with its history', async () => {
    await startRunner()
    const id = await ended(CODEX)
    const before = await scene.messages(id)
    expect(await resume(id, {})).toEqual({ status: 200, body: { type: 'success', sessionId: id } })
    const { active, metadata } = await scene.detail(id)
    expect([active, metadata.supersededBySessionId, await scene.messages(id)]).toEqual([
      true,
      undefined,
      before,
    ])
  })

  it('tells the runner what to continue', async () => {
    await startRunner()
    const id = await ended(CODEX)
    await resume(id, { permissionMode: 'read-only' })
    expect(runner.calls).toEqual([
      {
        method: 'spawn-happy-session',
        params: {
          type: 'spawn-in-directory',
          directory: '/w',
          agent: 'codex',
          permissionMode: 'read-only',
          resumeSessionId: TOKEN,
          existingSessionId: id,
          sessionId: id,
          forkSession: false,
        },
      },
    ])
  })

  it('works without a body and with one that is no JSON', async () => {
    await startRunner()
    const id = await ended(CODEX)
    expect([(await resume(id)).status, (await resume(id, '{')).status]).toEqual([200, 200])
  })

  it('leaves an active session alone', async () => {
    await startRunner()
    const agent = await scene.session({ metadata: CODEX })
    expect([await resume(agent.id, {}), runner.calls]).toEqual([
      { status: 200, body: { type: 'success', sessionId: agent.id } },
      [],
    ])
  })
})

describe('resume under a new id', () => {
  async function moved() {
    await startRunner(async (child) => {
      await child.say('three')
    })
    const old = await ended(CLAUDE)
    const { body } = await resume(old, {})
    return { old, next: body.sessionId as string }
  }

  it('answers the new id', async () => {
    const { old, next } = await moved()
    expect([next === old, children.map(({ id }) => id)]).toEqual([false, [next]])
  })

  it('keeps the old row, archived, with the id that replaced it', async () => {
    const { old, next } = await moved()
    const row = await scene.hub.cli().getSession(old)
    expect([row.active, row.metadata]).toEqual([
      false,
      expect.objectContaining({ lifecycleState: 'archived', supersededBySessionId: next }),
    ])
  })

  it('answers the new session to whoever asks for the old id', async () => {
    const { old, next } = await moved()
    expect((await scene.detail(old)).id).toBe(next)
  })

  it('merges the messages, each once and in order, under both ids', async () => {
    const { old, next } = await moved()
    const [underOld, underNew] = [await scene.messages(old), await scene.messages(next)]
    const texts = underNew.map(({ content }) => JSON.stringify(content).match(/one|two|three/)?.[0])
    expect([texts, underNew.map(({ seq }) => seq), underOld]).toEqual([
      ['one', 'two', 'three'],
      [1, 2, 3],
      underNew,
    ])
  })

  it('bumps both epochs', async () => {
    await startRunner()
    const old = await ended(CLAUDE)
    const before = await epochOf(old)
    const next = (await resume(old, {})).body.sessionId
    const epochs = dumpTables(scene.hub).sessions as { id: string; message_epoch: number }[]
    const after = [old, next].map((id) => epochs.find((row) => row.id === id)?.message_epoch)
    expect([before, after]).toEqual([0, [1, 1]])
  })

  it('makes a client with the old epoch start over', async () => {
    await startRunner()
    const old = await ended(CLAUDE)
    const epoch = await epochOf(old)
    await resume(old, {})
    const { page } = (
      await scene.raw('GET', `/api/sessions/${old}/messages?afterSeq=0&afterAt=0&epoch=${epoch}`)
    ).body
    expect([page.reset, page.direction, page.epoch]).toEqual([true, 'latest', epoch + 1])
  })

  it('tells the streams of both sessions', async () => {
    await startRunner()
    const old = await ended(CLAUDE)
    const events = await scene.events()
    const next = (await resume(old, {})).body.sessionId
    const told = await scene.settled(events)
    const invalidated = told.flatMap((event) =>
      event.type === 'messages-invalidated' ? event.sessionId : [],
    )
    const superseded = told.flatMap((event) => {
      const data = event.type === 'session-updated' ? (event.data as { metadata?: object }) : undefined
      return data?.metadata && 'supersededBySessionId' in data.metadata ? [data.metadata] : []
    })
    expect([invalidated.sort(), superseded]).toEqual([
      [old, next].sort(),
      [expect.objectContaining({ lifecycleState: 'archived', supersededBySessionId: next })],
    ])
  })

  it('takes queued prompts along and delivers them', async () => {
    await startRunner()
    const agent = await scene.session({ metadata: CLAUDE })
    await send(agent.id, { text: 'wait', localId: 'q' })
    await send(agent.id, { text: 'later', localId: 's', scheduledAt: scene.now + 3_600_000 })
    agent.socket.close()
    scene.hub.clock.advance(40_000)
    const next = (await resume(agent.id, {})).body.sessionId
    await children[0]?.flush()
    const waiting = (await scene.messages(next)).map(({ localId, invokedAt }) => [localId, invokedAt])
    expect([children[0]?.prompts, waiting]).toEqual([
      [['q', 'wait']],
      [
        ['q', null],
        ['s', null],
      ],
    ])
  })

  it('takes prompts for the old id to the new agent', async () => {
    const { old, next } = await moved()
    const answer = await send(old, { text: 'four', localId: 'l' })
    await children[0]?.flush()
    const last = (await scene.messages(next)).at(-1)
    expect([answer.status, children[0]?.prompts, textOf(last?.content)]).toEqual([
      200,
      [['l', 'four']],
      'four',
    ])
  })

  it('binds a stream on the old id to the new one', async () => {
    const { old, next } = await moved()
    const events = await scene.events({ sessionId: old })
    await send(next, { text: 'five' })
    expect((await events.until('message-received')).sessionId).toBe(next)
  })

  it('lists one conversation as live', async () => {
    const { next } = await moved()
    const { sessions } = (await scene.raw('GET', '/api/sessions')).body
    const live = sessions.filter((row: { active: boolean }) => row.active)
    expect(live.map((row: { id: string }) => row.id)).toEqual([next])
  })

  it('still resolves the old id after a restart', async () => {
    const { old, next } = await moved()
    await scene.hub.restart()
    const api = await scene.hub.client()
    expect((await api.raw('GET', `/api/sessions/${old}`)).body.session.id).toBe(next)
  })
})

describe('reopen', () => {
  it('brings an archived session back', async () => {
    await startRunner()
    const id = await ended(CODEX)
    await archive(id)
    const answer = await reopen(id, {})
    const { active, metadata } = await scene.detail(id)
    expect([answer, active, metadata.archivedBy, metadata.archiveReason, metadata.lifecycleState]).toEqual([
      { status: 200, body: { ok: true, sessionId: id, resumed: true } },
      true,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('leaves an active session alone', async () => {
    const agent = await scene.session({ metadata: CODEX })
    expect(await reopen(agent.id, {})).toEqual({
      status: 200,
      body: { ok: true, sessionId: agent.id, resumed: false },
    })
  })

  it('puts back what said that it was archived when it fails', async () => {
    runner = await scene.runner()
    await runner.serve('spawn-happy-session', () => ({ type: 'error', errorMessage: 'disk full' }))
    const id = await ended(CODEX)
    await archive(id)
    const before = (await scene.detail(id)).metadata
    scene.hub.clock.advance(1000)
    expect([await reopen(id), (await scene.detail(id)).metadata]).toEqual([
      coded(500, 'resume_failed'),
      before,
    ])
  })

  it.each([
    [{ path: '', flavor: 'codex' }, ['path']],
    [{ flavor: 'cursor', machineId: 'm' }, ['cursorSessionId']],
  ])('names what is missing from %j', async (metadata, missing) => {
    const id = await ended(metadata)
    await archive(id)
    expect(await reopen(id)).toEqual({ status: 422, body: { error: expect.any(String), missing } })
  })

  it('names the protocol of a Cursor session', async () => {
    const id = await ended({ flavor: 'cursor', machineId: 'm', cursorSessionId: 'c' })
    await archive(id)
    runner = await scene.runner()
    await runner.serve('spawn-happy-session', async () => {
      const child = await scene.connect(id)
      await child.alive()
      return { type: 'success', sessionId: id }
    })
    expect((await reopen(id)).body).toEqual({
      ok: true,
      sessionId: id,
      resumed: true,
      cursorSessionProtocol: 'stream-json',
    })
  })
})

describe.each([
  ['resume', resume],
  ['reopen', reopen],
])('%s is refused', (_, ask) => {
  it('for an unknown session', async () => {
    expect(await ask('none')).toEqual(coded(404, 'session_not_found'))
  })

  it('for one of another namespace', async () => {
    expect(await ask(await scene.asleep({ namespace: 'other' }))).toEqual(coded(403, 'access_denied'))
  })

  it('when no machine is online', async () => {
    expect(await ask(await ended(CODEX))).toEqual(coded(503, 'no_machine_online'))
  })

  it('when the runner has gone silent', async () => {
    await startRunner()
    const id = await ended(CODEX)
    scene.hub.clock.advance(60_000)
    expect(await ask(id)).toEqual(coded(503, 'no_machine_online'))
  })

  it('when the runner is gone although it counts as online', async () => {
    runner = await scene.runner()
    expect(await ask(await ended(CODEX))).toEqual(coded(503, 'no_machine_online'))
  })

  it('when there is nothing to resume from', async () => {
    await startRunner()
    expect(await ask(await ended({ flavor: 'codex', machineId: 'm' }))).toEqual(
      coded(409, 'resume_unavailable'),
    )
  })

  it('when the runner cannot start it', async () => {
    runner = await scene.runner()
    await runner.serve('spawn-happy-session', () => ({ type: 'error', errorMessage: 'disk full' }))
    expect(await ask(await ended(CODEX))).toEqual({
      status: 500,
      body: { error: 'disk full', code: 'resume_failed' },
    })
  })

  it('when the agent does not come online in 15 s', async () => {
    const spawned = Promise.withResolvers<void>()
    runner = await scene.runner()
    await runner.serve('stop-session', () => ({ status: 'stopped' }))
    const id = await ended(CODEX)
    await runner.serve('spawn-happy-session', () => {
      spawned.resolve()
      return { type: 'success', sessionId: id }
    })
    const answer = ask(id)
    await spawned.promise
    await runner.flush()
    scene.hub.clock.advance(15_000)
    expect(await answer).toEqual(coded(500, 'resume_failed'))
  })
})

it.each([
  ['codex', 'acceptEdits'],
  ['claude', 'yolo'],
  ['pi', 'default'],
])('resume refuses the mode of %s: %s', async (flavor, permissionMode) => {
  const id = await scene.asleep({ metadata: { flavor } })
  expect(await resume(id, { permissionMode })).toEqual({ status: 400, body: { error: expect.any(String) } })
})

it.each([{ permissionMode: 1 }, { permissionMode: '' }, []])('resume refuses the body %j', async (body) => {
  expect(await resume(await scene.asleep(), body)).toEqual({
    status: 400,
    body: { error: 'Invalid body', issues: expect.anything() },
  })
})
