import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_RPC } from '../../../contract/cli-plane.ts'
import { PlanError } from '../../../contract/configuration.ts'
import { type Configuration, createConfiguration } from '../../configuration/configuration.ts'
import { ACCEPTED_PLANS_MAX } from '../../configuration/plans.ts'
import { AgentFailed, AgentUnreachable } from '../../errors.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { LifecycleRoom } from '../../testing/lifecycle-room.ts'
import { configurationRoutes } from './configuration.ts'

let room: LifecycleRoom
let app: Awaited<ReturnType<typeof startHttpApp>>
let configuration: Configuration

beforeEach(async () => {
  room = new LifecycleRoom()
  configuration = createConfiguration(room)
  app = await startHttpApp(configurationRoutes({ ...room, configuration }), {
    settled: () => room.db.settled(),
  })
})
afterEach(closeHttpApps)

const post = async (id: string, route: string, body?: unknown) =>
  json(
    await app.call(`/api/sessions/${id}/${route}`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )

const OK = { status: 200, body: { ok: true } }
const SHARED = { flavor: 'codex', capabilities: { concurrentClients: true } }

describe('a plan', () => {
  const implement = (id: string, planId = 'p', word = 'codex') =>
    post(id, `${word}/plan/implement`, { planId })
  const refusal = (status: number, code: string, error: unknown = expect.any(String)) => ({
    status,
    body: { ok: false, code, error },
  })
  const asked = () => room.called(SESSION_RPC.implementCodexPlan)

  /** An active shared session that offers the plan `p`. */
  function offering(answer?: () => unknown, agentState: object = { codexPlanProposalId: 'p' }): string {
    const id = room.active(SHARED, { agentState })
    if (answer) room.handle(id, SESSION_RPC.implementCodexPlan, answer)
    return id
  }
  const accept = () => ({ ok: true })

  it.each(['codex', 'agentB'])('is passed to the agent under the route word %s', async (word) => {
    const id = offering(accept)
    expect(await implement(id, 'p', word)).toEqual(OK)
    expect(room.link.calls).toEqual([{ scope: id, method: 'implement-codex-plan', params: { planId: 'p' } }])
  })

  it('that was accepted is not queued again, also once it is withdrawn and the session is gone', async () => {
    const id = offering(accept)
    await implement(id)
    room.sessions.updateAgentState(id, 1, { codexPlanProposalId: null })
    const withdrawn = await implement(id)
    room.lifecycle.end(id)
    expect([withdrawn, await implement(id, 'p', 'agentB'), asked()]).toEqual([OK, OK, [{ planId: 'p' }]])
  })

  it('is accepted in one session alone', async () => {
    const [one, other] = [offering(accept), offering(accept)]
    await implement(one)
    await implement(other)
    expect(room.link.calls.map(({ scope }) => scope)).toEqual([one, other])
  })

  it('is asked for once however many ask at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const id = offering(() => promise)
    const ask = (planId: string) => configuration.plans.implement(room.record(id), planId)
    const [first, second, stale] = [ask('p'), ask('p'), ask('q')]
    resolve({ ok: false, code: 'failed', error: 'Queue is full' })
    await expect(first).rejects.toThrow('Queue is full')
    await expect(second).rejects.toThrow('Queue is full')
    await expect(stale).rejects.toThrow('no longer on offer')
    expect(asked()).toEqual([{ planId: 'p' }])
  })

  it('that failed can be asked for again', async () => {
    const answers = [{ ok: false, code: 'failed', error: 'no' }, { ok: true }]
    const id = offering(() => answers.shift())
    expect([(await implement(id)).status, await implement(id), asked().length]).toEqual([502, OK, 2])
  })

  it.each<[string, () => unknown, number, string, unknown]>([
    ['says it is stale', () => ({ ok: false, code: 'stale_plan', error: 'Old' }), 409, 'stale_plan', 'Old'],
    ['cannot', () => ({ ok: false, code: 'unavailable', error: 'No' }), 409, 'unavailable', 'No'],
    ['failed', () => ({ ok: false, code: 'failed', error: 'Broken' }), 502, 'failed', 'Broken'],
    ['does not know', () => ({ ok: false, code: 'indeterminate', error: 'Hm' }), 503, 'indeterminate', 'Hm'],
    ['refuses for a reason of its own', () => ({ ok: false, code: 'odd', error: 'x' }), 502, 'failed', 'x'],
    ['refuses without words', () => ({ ok: false }), 502, 'failed', expect.any(String)],
    ['answers nothing', () => null, 503, 'indeterminate', expect.any(String)],
    ['answers something else', () => ({ success: true }), 503, 'indeterminate', expect.any(String)],
    ['answers an error', () => Promise.reject(new AgentFailed('bug')), 503, 'indeterminate', 'bug'],
    ['goes away', () => Promise.reject(new AgentUnreachable('gone')), 503, 'indeterminate', 'gone'],
  ])('is refused as it should be when the agent %s', async (_, answer, status, code, error) => {
    const answered = await implement(offering(answer))
    expect(answered).toEqual(refusal(status, code, error))
    expect(PlanError.safeParse(answered.body).success).toBe(true)
  })

  it('is of unknown fate when the agent has no handler', async () => {
    expect(await implement(offering())).toEqual(
      refusal(503, 'indeterminate', expect.stringContaining('not offer this')),
    )
  })

  it.each([
    ['another is on offer', { codexPlanProposalId: 'q' }],
    ['it was withdrawn', { codexPlanProposalId: null }],
  ])('is stale when %s, and the agent is not asked', async (_, agentState) => {
    expect([await implement(offering(accept, agentState)), asked()]).toEqual([refusal(409, 'stale_plan'), []])
  })

  it("is the agent's to judge when it does not say what is on offer", async () => {
    expect([await implement(offering(accept, {})), asked()]).toEqual([OK, [{ planId: 'p' }]])
  })

  it.each<[string, () => string]>([
    ['inactive', () => room.session(SHARED, { agentState: { codexPlanProposalId: 'p' } })],
    ['not shared', () => room.active({ flavor: 'codex' }, { agentState: { codexPlanProposalId: 'p' } })],
    ['of another flavor', () => room.active({ ...SHARED, flavor: 'claude' })],
  ])('is unavailable in a session that is %s', async (_, session) => {
    expect([await implement(session()), asked()]).toEqual([refusal(409, 'unavailable'), []])
  })

  it('needs an id that can be one', async () => {
    const id = offering(accept, {})
    const longest = 'x'.repeat(512)
    const bodies = [{}, { planId: '' }, { planId: null }, { planId: 1 }, { planId: `${longest}x` }]
    const answers = []
    for (const body of bodies) answers.push((await post(id, 'codex/plan/implement', body)).status)
    expect([answers, asked()]).toEqual([bodies.map(() => 400), []])
    expect(await implement(id, longest)).toEqual(OK)
  })

  it('is forgotten once a thousand later ones were accepted', async () => {
    const id = offering(accept, {})
    for (let index = 0; index <= ACCEPTED_PLANS_MAX; index++) await implement(id, String(index))
    await implement(id, '1')
    expect(asked()).toHaveLength(ACCEPTED_PLANS_MAX + 1)
    await implement(id, '0')
    expect(asked()).toHaveLength(ACCEPTED_PLANS_MAX + 2)
  })

  it('is not for those who do not have the session', async () => {
    const theirs = room.session(SHARED, { namespace: 'team' })
    expect([await implement('x'), await implement(theirs)]).toEqual([
      { status: 404, body: { error: 'Session not found' } },
      { status: 403, body: { error: 'Session access denied' } },
    ])
  })
})

describe('clear', () => {
  const UUID = '0b7f8a52-5a0e-4a36-9a4e-2f3c8f7d1a11'
  const RUNTIME = { ...SHARED, hostPid: 42 }
  const clear = (id: string, body?: unknown) => post(id, 'clear', body)
  const refused = { status: 409, body: { error: expect.any(String) } }

  /** A shared session whose runtime names `child` as the new one. */
  function clearing(child: () => string | undefined, metadata: object = RUNTIME): string {
    const id = room.active(metadata)
    room.handle(id, SESSION_RPC.clearConversation, () => ({ sessionId: child() }))
    return id
  }

  it('answers the new session, and the old one stays what it is', async () => {
    const child = room.session({ ...RUNTIME, codexSessionId: 'new' })
    const id = clearing(() => child)
    const before = room.record(id)
    room.take()
    expect(await clear(id)).toEqual({ status: 200, body: { sessionId: child } })
    expect(room.link.calls).toEqual([{ scope: id, method: 'clear-conversation', params: {} }])
    expect([room.record(id), room.take()]).toEqual([before, []])
    expect(room.metadata(id).supersededBySessionId).toBeUndefined()
  })

  it('needs a session that is shared, active or not', async () => {
    const required = { status: 409, body: { error: 'Shared session required' } }
    const [active, inactive] = [room.active({ flavor: 'codex' }), room.session({ flavor: 'claude' })]
    expect([await clear(active), await clear(inactive, {}), room.link.calls]).toEqual([
      required,
      required,
      [],
    ])
  })

  it('resumes an inactive session first', async () => {
    room.machine()
    const child = room.session(RUNTIME)
    const id = room.session({ ...RUNTIME, codexSessionId: 't' })
    room.onSpawn(({ existingSessionId = '' }) => {
      room.alive(existingSessionId)
      return { type: 'success', sessionId: existingSessionId }
    })
    room.handle(id, SESSION_RPC.clearConversation, () => ({ sessionId: child }))
    expect(await clear(id)).toEqual({ status: 200, body: { sessionId: child } })
    expect(room.link.calls.map(({ method }) => method)).toEqual(['spawn-happy-session', 'clear-conversation'])
  })

  it('answers what keeps it from being resumed', async () => {
    expect(await clear(room.session({ ...RUNTIME, codexSessionId: 't' }))).toEqual({
      status: 503,
      body: { error: expect.any(String), code: 'no_machine_online' },
    })
  })

  /** A `/clear` whose runtime has named `child`, which is not there. */
  async function begun(child: (id: string) => string | undefined) {
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
    const id: string = clearing(() => {
      noteAsked()
      return child(id)
    })
    const answer = clear(id)
    await asked
    await room.idle()
    return { answer }
  }

  it.each([
    ['in five seconds', 4_999, { status: 200, body: { sessionId: UUID } }],
    ['too late', 5_000, refused],
  ])('waits for a session that comes %s', async (_, afterMs, expected) => {
    const { answer } = await begun(() => UUID)
    room.clock.advance(afterMs)
    const metadata = { path: '/w', host: 'box', ...RUNTIME }
    room.sessions.createOrLoad('default', { tag: 'child', id: UUID, metadata })
    room.alive(UUID)
    expect(await answer).toEqual(expected)
  })

  it.each<[string, (id: string) => string | undefined]>([
    ['nothing', () => undefined],
    ['an unknown session', () => 'nobody'],
    ['the very session', (id) => id],
    ['a session of another namespace', () => room.session(RUNTIME, { namespace: 'team' })],
    ['a session that is not shared', () => room.session({ flavor: 'codex', hostPid: 42 })],
    ['a session of another runtime', () => room.session({ ...RUNTIME, hostPid: 43 })],
    ['a session on another machine', () => room.session({ ...RUNTIME, machineId: 'm2' })],
  ])('is a 409 when the runtime names %s', async (_, child) => {
    const { answer } = await begun(child)
    room.clock.advance(5_000)
    expect(await answer).toEqual(refused)
  })

  it.each([
    ['has no handler', undefined, /not offer this/],
    ['failed', () => Promise.reject(new AgentFailed('busy')), /busy/],
    ['answers words', () => 'done', /./],
  ])('is a 409 with words when the runtime %s', async (_, handler, words) => {
    const id = room.active(RUNTIME)
    if (handler) room.handle(id, SESSION_RPC.clearConversation, handler)
    expect(await clear(id)).toEqual({ status: 409, body: { error: expect.stringMatching(words) } })
  })

  it('is not for those who do not have the session', async () => {
    const theirs = room.session(RUNTIME, { namespace: 'team' })
    expect([await clear('x'), await clear(theirs)]).toEqual([
      { status: 404, body: { error: 'Session not found' } },
      { status: 403, body: { error: 'Session access denied' } },
    ])
  })
})
