import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_RPC } from '../../../contract/cli-plane.ts'
import { createConfiguration } from '../../configuration/configuration.ts'
import { AgentFailed } from '../../errors.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { LifecycleRoom } from '../../testing/lifecycle-room.ts'
import { configurationRoutes } from './configuration.ts'

let room: LifecycleRoom
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  room = new LifecycleRoom()
  const configuration = createConfiguration(room)
  app = await startHttpApp(configurationRoutes({ ...room, configuration }), {
    settled: () => room.db.settled(),
  })
})
afterEach(closeHttpApps)

const post = async (id: string, route: string, body: unknown) =>
  json(await app.call(`/api/sessions/${id}/${route}`, { method: 'POST', body: JSON.stringify(body) }))

/** An active session whose agent applies whatever it is asked for. */
function obedient(metadata: object, agentState: object = {}): string {
  const id = room.active(metadata, { agentState })
  room.handle(id, SESSION_RPC.setSessionConfig, (wanted) => ({ applied: wanted }))
  return id
}

const OK = { status: 200, body: { ok: true } }
const INACTIVE = { status: 409, body: { error: 'Session is inactive', code: 'session_inactive' } }
const SHARED = { capabilities: { concurrentClients: true } }
const FLAVORS = 'agentA agentB agentC agentD agentE agentF agentG agentH agentI kimi gemini'.split(' ')
const CLI_NAMES = 'claude codex cursor grok pi dsh opencode copilot agy'.split(' ')
const MODES: Record<string, string> = {
  agentA: 'default acceptEdits auto bypassPermissions plan',
  agentB: 'default read-only safe-yolo yolo',
  agentC: 'default plan ask debug autoReview yolo',
  agentD: 'default auto plan bypassPermissions',
  agentE: '',
  agentF: '',
  agentG: 'default plan yolo',
  agentH: 'default read-only safe-yolo yolo',
  agentI: 'request-review always-proceed',
  kimi: 'default read-only safe-yolo yolo',
  gemini: 'default read-only safe-yolo yolo',
}
const ALL_MODES = [...new Set(Object.values(MODES).flatMap((modes) => modes.split(' ')))].filter(Boolean)

/** Route, a body, the key it changes, the flavors that have it, and those where only a remote may. */
const SETTINGS: [string, object, string, string, string][] = [
  [
    'model',
    { model: 'm' },
    'model',
    'agentA agentB agentC agentD agentE agentG agentH agentI kimi gemini',
    'agentB agentC agentD',
  ],
  ['effort', { effort: 'high' }, 'effort', 'agentA agentD agentE', ''],
  [
    'model-reasoning-effort',
    { modelReasoningEffort: 'high' },
    'modelReasoningEffort',
    'agentB agentG',
    'agentB agentG',
  ],
  ['service-tier', { serviceTier: 'fast' }, 'serviceTier', 'agentB', 'agentB'],
  ['collaboration-mode', { mode: 'plan' }, 'collaborationMode', 'agentB', 'agentB'],
  ['copilot-agent-mode', { mode: 'autopilot' }, 'copilotAgentMode', 'agentH', 'agentH'],
]

/** The flavors whose sessions answered with each status. */
async function statuses(flavors: string[], ask: (flavor: string) => Promise<{ status: number }>) {
  const found: Record<number, string> = {}
  for (const flavor of flavors) {
    const { status } = await ask(flavor)
    found[status] = found[status] === undefined ? flavor : `${found[status]} ${flavor}`
  }
  return found
}

const others = (flavors: string) => FLAVORS.filter((flavor) => !flavors.split(' ').includes(flavor)).join(' ')

describe.each(SETTINGS)('%s', (route, body, key, having, remoteOnly) => {
  const flavors = having.split(' ')

  it('is for the flavors that have it, and 400 for all others', async () => {
    const found = await statuses(FLAVORS, (flavor) => post(obedient({ flavor }), route, body))
    expect(found).toEqual({ 200: having, 400: others(having) })
  })

  it('reads the names the command lines use the same way', async () => {
    const asLettered = CLI_NAMES.filter((_, index) => flavors.includes(FLAVORS[index] ?? ''))
    const found = await statuses(CLI_NAMES, (flavor) => post(obedient({ flavor }), route, body))
    expect(found[200]).toBe(asLettered.join(' '))
  })

  it('is refused while a terminal controls the session where it is remote-only', async () => {
    const controlled = { controlledByUser: true }
    const found = await statuses(flavors, (flavor) => post(obedient({ flavor }, controlled), route, body))
    expect(found[409] ?? '').toBe(remoteOnly)
    expect(room.called(SESSION_RPC.setSessionConfig)).toHaveLength(
      flavors.length - remoteOnly.split(' ').filter(Boolean).length,
    )
  })

  it('is taken by sessions that clients share, whatever the old flag says', async () => {
    const found = await statuses(flavors, (flavor) =>
      post(obedient({ flavor, ...SHARED }, { controlledByUser: true }), route, body),
    )
    expect(found).toEqual({ 200: having })
  })

  it('asks the agent for that alone, and everybody hears what it applied', async () => {
    const id = obedient({ flavor: flavors[0] })
    room.take()
    expect(await post(id, route, body)).toEqual(OK)
    const value = Object.values(body)[0]
    expect(room.link.calls).toEqual([{ scope: id, method: 'set-session-config', params: { [key]: value } }])
    expect(room.take()).toMatchObject([
      { type: 'session-updated', sessionId: id, data: { id, namespace: 'default', [key]: value } },
    ])
    expect(room.sessions.toSession(room.record(id))).toMatchObject({ [key]: value })
  })

  it('is not taken by an inactive session', async () => {
    const id = room.session({ flavor: flavors[0] })
    expect(await post(id, route, body)).toEqual(INACTIVE)
    expect([room.link.calls, room.take()]).toEqual([[], []])
  })

  it.each([
    ['has no handler', undefined, /not offer this/],
    ['answers an error', () => Promise.reject(new AgentFailed('Unsupported model')), 'Unsupported model'],
    [
      'does not answer in time',
      () => Promise.reject(new AgentFailed('The agent did not answer in time')),
      'not answer in time',
    ],
    ['answers a failure', () => ({ success: false, error: 'no', code: 'x' }), 'no'],
    ['applied nothing', () => ({ applied: {} }), `Session did not apply ${key}`],
    ['applied something else', () => ({ applied: { other: 1 } }), `Session did not apply ${key}`],
    ['applied what cannot be read', () => ({ applied: { [key]: 7 } }), `Session did not apply ${key}`],
    ['answers nothing', () => null, `Session did not apply ${key}`],
    ['answers words', () => 'fine', `Session did not apply ${key}`],
  ])('is a 409 with words when the agent %s, and nothing changes', async (_, handler, message) => {
    const id = room.active({ flavor: flavors[0] })
    if (handler) room.handle(id, SESSION_RPC.setSessionConfig, handler)
    const before = room.sessions.toSession(room.record(id))
    room.take()
    expect(await post(id, route, body)).toEqual({
      status: 409,
      body: {
        error:
          typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
      },
    })
    expect([room.sessions.toSession(room.record(id)), room.take()]).toEqual([before, []])
  })

  it('refuses unknown and foreign sessions', async () => {
    const theirs = room.session({ flavor: flavors[0] }, { namespace: 'team' })
    expect([await post('x', route, body), await post(theirs, route, body)]).toEqual([
      { status: 404, body: { error: 'Session not found' } },
      { status: 403, body: { error: 'Session access denied' } },
    ])
  })
})

describe('permission-mode', () => {
  const ask = (id: string, mode: string) => post(id, 'permission-mode', { mode })

  it.each(Object.entries(MODES))('of %s is one of: %s', async (flavor, modes) => {
    const found = await statuses(ALL_MODES, (mode) => ask(obedient({ flavor }), mode))
    const taken = ALL_MODES.filter((mode) => modes.split(' ').includes(mode)).join(' ')
    expect([found[200] ?? '', Object.keys(found).filter((status) => status !== '200')]).toEqual([
      taken,
      ['400'],
    ])
  })

  it.each(['pi', 'dsh'])('is no setting of %s', async (flavor) => {
    expect(await ask(obedient({ flavor }), 'default')).toEqual({
      status: 400,
      body: { error: 'Permission mode not supported for session flavor' },
    })
  })

  it('goes to the agent of an active session, and is remembered for its next start', async () => {
    const id = obedient({ flavor: 'claude' })
    expect(await ask(id, 'plan')).toEqual(OK)
    expect(room.called(SESSION_RPC.setSessionConfig)).toEqual([{ permissionMode: 'plan' }])
    expect([
      room.metadata(id).preferredPermissionMode,
      room.sessions.toSession(room.record(id)).permissionMode,
    ]).toEqual(['plan', 'plan'])
  })

  it('is kept for an inactive session without asking anybody', async () => {
    const id = room.session({ flavor: 'claude' })
    expect(await ask(id, 'plan')).toEqual(OK)
    expect([room.link.calls, room.metadata(id).preferredPermissionMode]).toEqual([[], 'plan'])
    expect(room.take()).toMatchObject([
      { type: 'session-updated', sessionId: id, data: { id, active: false, permissionMode: 'plan' } },
    ])
  })

  it('is checked against the flavor for an inactive session too', async () => {
    const id = room.session({ flavor: 'claude' })
    expect((await ask(id, 'yolo')).status).toBe(400)
    expect(room.take()).toEqual([])
  })

  it.each([
    ['active', () => obedient({ flavor: 'codex', ...SHARED })],
    ['inactive', () => room.session({ flavor: 'codex', ...SHARED })],
  ])('safe-yolo is refused in a shared session that is %s', async (_, session) => {
    const id = session()
    expect(await ask(id, 'safe-yolo')).toEqual({ status: 409, body: { error: expect.any(String) } })
    expect([...room.link.calls]).toEqual([])
    expect(await ask(id, 'yolo')).toEqual(OK)
  })

  it('plan cannot be chosen in an OpenCode session while its terminal controls it', async () => {
    const controlled = { controlledByUser: true }
    const [opencode, cursor] = ['opencode', 'cursor'].map((flavor) => obedient({ flavor }, controlled))
    expect([
      await ask(opencode as string, 'plan'),
      await ask(opencode as string, 'yolo'),
      await ask(cursor as string, 'plan'),
      await ask(obedient({ flavor: 'opencode', ...SHARED }, controlled), 'plan'),
      await ask(obedient({ flavor: 'opencode' }, { controlledByUser: false }), 'plan'),
    ]).toEqual([{ status: 409, body: { error: expect.any(String) } }, OK, OK, OK, OK])
  })

  it('of a session without a flavor is one of Claude', async () => {
    const id = obedient({ flavor: undefined })
    expect([await ask(id, 'acceptEdits'), (await ask(id, 'yolo')).status]).toEqual([OK, 400])
  })
})

describe('values', () => {
  it.each([
    ['permission-mode', 'claude', { mode: ' plan\n' }, { permissionMode: 'plan' }],
    ['model', 'claude', { model: '  opus ' }, { model: 'opus' }],
    ['model', 'claude', { model: null }, { model: null }],
    [
      'model',
      'pi',
      { model: { provider: ' acme ', modelId: ' m1 ' } },
      { model: { provider: 'acme', modelId: 'm1' } },
    ],
    ['effort', 'grok', { effort: ' anything ' }, { effort: 'anything' }],
    ['effort', 'pi', { effort: null }, { effort: null }],
    [
      'model-reasoning-effort',
      'codex',
      { modelReasoningEffort: ' ultra ' },
      { modelReasoningEffort: 'ultra' },
    ],
    ['model-reasoning-effort', 'opencode', { modelReasoningEffort: null }, { modelReasoningEffort: null }],
    ['service-tier', 'codex', { serviceTier: ' standard ' }, { serviceTier: 'standard' }],
    ['collaboration-mode', 'codex', { mode: ' default ' }, { collaborationMode: 'default' }],
    ['copilot-agent-mode', 'copilot', { mode: ' plan ' }, { copilotAgentMode: 'plan' }],
    ['copilot-agent-mode', 'copilot', { mode: 'fleet' }, { copilotAgentMode: 'interactive' }],
  ])('%s of %s takes %j as %j', async (route, flavor, body, asked) => {
    expect(await post(obedient({ flavor }), route, body)).toEqual(OK)
    expect(room.called(SESSION_RPC.setSessionConfig)).toEqual([asked])
  })

  it.each([
    ['permission-mode', 'claude', [{}, { mode: '' }, { mode: '  ' }, { mode: null }, { mode: 1 }, []]],
    ['model', 'claude', [{}, { model: '' }, { model: ' ' }, { model: 1 }, { model: {} }, { model: ['m'] }]],
    [
      'model',
      'pi',
      [
        { model: { modelId: 'm' } },
        { model: { provider: ' ', modelId: 'm' } },
        { model: { provider: 'p', modelId: '' } },
      ],
    ],
    ['effort', 'claude', [{}, { effort: '' }, { effort: ' ' }, { effort: 1 }]],
    [
      'model-reasoning-effort',
      'codex',
      [{}, { modelReasoningEffort: '' }, { modelReasoningEffort: {} }, { effort: 'high' }],
    ],
    ['service-tier', 'codex', [{}, { serviceTier: 'slow' }, { serviceTier: null }, { serviceTier: '' }]],
    ['collaboration-mode', 'codex', [{}, { mode: 'pair' }, { mode: null }, { mode: '' }]],
    ['copilot-agent-mode', 'copilot', [{}, { mode: 'manual' }, { mode: null }, { mode: '' }]],
  ])('%s of %s is 400 for anything else', async (route, flavor, bodies) => {
    const id = obedient({ flavor })
    const answers = []
    for (const body of bodies) answers.push((await post(id, route, body)).status)
    expect([answers, room.link.calls]).toEqual([bodies.map(() => 400), []])
  })

  it('a model with its provider is what the session says from then on', async () => {
    const id = obedient({ flavor: 'pi' })
    const model = { provider: 'acme', modelId: 'm1' }
    await post(id, 'model', { model })
    expect([room.record(id).model, room.metadata(id).piSelectedModel]).toEqual([model, model])
  })

  it('what the agent says it applied counts, also beyond what was asked', async () => {
    const id = room.active({ flavor: 'claude' })
    const applied = { permissionMode: 'default', model: 'opus', effort: 'max' }
    room.handle(id, SESSION_RPC.setSessionConfig, () => ({ applied }))
    expect(await post(id, 'effort', { effort: 'high' })).toEqual(OK)
    expect(room.sessions.toSession(room.record(id))).toMatchObject(applied)
  })
})

it('what an agent applied before it went away counts', async () => {
  const id = room.active({ flavor: 'claude' })
  room.handle(id, SESSION_RPC.setSessionConfig, () => {
    room.lifecycle.end(id)
    return { applied: { model: 'opus' } }
  })
  expect(await post(id, 'model', { model: 'opus' })).toEqual(OK)
  expect(room.record(id).model).toBe('opus')
})
