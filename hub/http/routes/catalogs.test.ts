import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_RPC } from '../../../contract/cli-plane.ts'
import { createConfiguration } from '../../configuration/configuration.ts'
import { AgentFailed, AgentUnreachable } from '../../errors.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { LifecycleRoom } from '../../testing/lifecycle-room.ts'
import { catalogRoutes } from './catalogs.ts'

let room: LifecycleRoom
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  room = new LifecycleRoom()
  room.machine()
  const configuration = createConfiguration(room)
  app = await startHttpApp(catalogRoutes({ ...room, configuration }), { settled: () => room.db.settled() })
})
afterEach(closeHttpApps)

const get = async (path: string) => json(await app.call(`/api/${path}`))

const CLI_NAMES = 'claude codex cursor grok pi dsh opencode copilot agy'.split(' ')
const nameOf = (flavor: string) => CLI_NAMES['ABCDEFGHI'.indexOf(flavor.slice(-1))] as string

const MODELS = {
  availableModels: [{ modelId: 'm', name: 'M', extra: [1] }],
  currentModelId: null,
  autoPermissionModeSupported: true,
}
const EFFORTS = { options: [{ value: 'high', isDefault: true }], currentValue: 'high' }
const CODEX = { models: [{ id: 'gpt', displayName: 'GPT', isDefault: true, serviceTiers: ['fast'] }] }

/** Flavor, the word after it in the path, the method of its CLI, and a payload. */
const OF_SESSIONS: [string, string, string, object][] = [
  ['agentB', 'models', 'listCodexModels', CODEX],
  ['agentC', 'models', 'listCursorModels', { ...MODELS, cliModelSkus: [{ modelId: 's' }] }],
  ['agentD', 'models', 'listGrokModels', MODELS],
  ['agentE', 'models', 'listPiModels', { availableModels: [{ provider: 'p', modelId: 'm' }] }],
  ['agentG', 'models', 'listOpencodeModels', MODELS],
  ['agentH', 'models', 'listCopilotModels', MODELS],
  ['agentD', 'reasoning-effort-options', 'listGrokReasoningEffortOptions', EFFORTS],
  ['agentG', 'reasoning-effort-options', 'listOpencodeReasoningEffortOptions', EFFORTS],
]

/** The same of machines, with a query and what the runner is asked. */
const OF_MACHINES: [string, string, string, object, string, object][] = [
  ['agentB', 'models', 'listCodexModels', CODEX, '', {}],
  ['agentC', 'models', 'listCursorModels', MODELS, '', {}],
  ['agentE', 'models', 'listPiModelsForMachine', MODELS, '', {}],
  ['agentI', 'models', 'listAgyModels', MODELS, '', { refresh: false }],
  ['agentI', 'models', 'listAgyModels', MODELS, '?refresh=false', { refresh: false }],
  ['agentI', 'models', 'listAgyModels', MODELS, '?refresh=true', { refresh: true }],
  ['agentD', 'models', 'listGrokModelsForCwd', MODELS, '?cwd=%2Fa%20b', { cwd: '/a b' }],
  ['agentG', 'models', 'listOpencodeModelsForCwd', MODELS, '?cwd=%2Fw', { cwd: '/w' }],
  ['agentH', 'models', 'listCopilotModelsForCwd', MODELS, '?cwd=%2Fw', { cwd: '/w' }],
  ['agentG', 'model-variants', 'listOpencodeModelVariants', { variants: { m: ['high'] } }, '', {}],
  ['agentG', 'model-variants', 'listOpencodeModelVariants', { variants: [] }, '?cwd=%2Fw', { cwd: '/w' }],
]

/** What the other side may do, and what the client then gets. */
const FAILURES: [string, (() => unknown) | undefined, number, object][] = [
  [
    'has no such list',
    undefined,
    503,
    { error: expect.stringContaining('not offer this'), code: 'rpc_target_missing' },
  ],
  [
    'goes away',
    () => Promise.reject(new AgentUnreachable('The connection was lost')),
    503,
    { error: 'The connection was lost', code: 'rpc_target_missing' },
  ],
  [
    'does not answer in time',
    () => Promise.reject(new AgentFailed('The agent did not answer in time')),
    200,
    { success: false, error: 'The agent did not answer in time' },
  ],
  [
    'refuses',
    () => ({ success: false, error: 'no', code: 'x' }),
    200,
    { success: false, error: 'no', code: 'x' },
  ],
  ['fails without words', () => ({ success: false }), 200, { success: false, error: expect.any(String) }],
  ['answers nothing', () => null, 200, { success: false, error: expect.any(String) }],
  ['answers words', () => 'models', 200, { success: false, error: expect.any(String) }],
  [
    'does not say whether it could',
    () => ({ models: [] }),
    200,
    { success: false, error: expect.any(String) },
  ],
]

describe.each(OF_SESSIONS)('a session: %s-%s', (flavor, word, rpc, payload) => {
  const ask = (id: string, name = flavor) => get(`sessions/${id}/${name}-${word}`)
  const success = { success: true, ...payload }

  it('is what its CLI says, under both names, with fields we do not know', async () => {
    const [lettered, named] = [room.active({ flavor }), room.active({ flavor: nameOf(flavor) })]
    for (const id of [lettered, named]) room.handle(id, rpc, () => success)
    const answers = [await ask(lettered), await ask(lettered, nameOf(flavor)), await ask(named)]
    expect(answers).toEqual([1, 2, 3].map(() => ({ status: 200, body: success })))
    expect(room.link.calls).toEqual(
      [lettered, lettered, named].map((scope) => ({ scope, method: rpc, params: {} })),
    )
  })

  it('is 400 for sessions of every other flavor, active or not', async () => {
    const others = [...CLI_NAMES, 'kimi', 'gemini'].filter((name) => name !== nameOf(flavor))
    const found = []
    for (const other of others) found.push((await ask(room.active({ flavor: other }))).status)
    expect([found, await ask(room.session({ flavor: others[0] as string })), room.link.calls]).toEqual([
      others.map(() => 400),
      { status: 400, body: { error: expect.any(String) } },
      [],
    ])
  })

  it('is 400 for an inactive session', async () => {
    expect([await ask(room.session({ flavor })), room.link.calls]).toEqual([
      { status: 400, body: { error: 'Session is inactive', code: 'session_inactive' } },
      [],
    ])
  })

  it.each(FAILURES)('when its CLI %s', async (_, handler, status, body) => {
    const id = room.active({ flavor })
    if (handler) room.handle(id, rpc, handler)
    expect(await ask(id)).toEqual({ status, body })
  })

  it('is not for those who do not have the session', async () => {
    expect([await ask('x'), await ask(room.active({ flavor }, { namespace: 'team' }))]).toEqual([
      { status: 404, body: { error: 'Session not found' } },
      { status: 403, body: { error: 'Session access denied' } },
    ])
  })
})

describe.each(OF_MACHINES)('a machine: %s-%s', (flavor, word, rpc, payload, query, params) => {
  const ask = (id = 'm1', name = flavor) => get(`machines/${id}/${name}-${word}${query}`)
  const success = { success: true, ...payload }

  it(`is what its runner says, asked with ${JSON.stringify(params)}`, async () => {
    room.handle('m1', rpc, () => success)
    expect([await ask(), await ask('m1', nameOf(flavor))]).toEqual([
      { status: 200, body: success },
      { status: 200, body: success },
    ])
    expect(room.called(rpc)).toEqual([params, params])
  })

  it.each(FAILURES)('when its runner %s', async (_, handler, status, body) => {
    if (handler) room.handle('m1', rpc, handler)
    expect(await ask()).toEqual({ status, body })
  })

  it('is not for those who do not have the machine', async () => {
    room.machine('theirs', {}, 'team')
    expect([await ask('x'), await ask('theirs')]).toEqual([
      { status: 404, body: { error: 'Machine not found' } },
      { status: 403, body: { error: 'Machine access denied' } },
    ])
  })
})

it.each(['agentD', 'agentG', 'agentH', 'grok', 'opencode', 'copilot'])(
  'the models of %s on a machine need a folder',
  async (name) => {
    const answers = []
    for (const query of ['', '?cwd=', '?cwd=%20', '?cwd=a&cwd=b']) {
      answers.push((await get(`machines/m1/${name}-models${query}`)).status)
    }
    expect([answers, room.link.calls]).toEqual([[400, 400, 400, 400], []])
  },
)

it.each(['', '1', 'yes', 'TRUE'])('refresh=%s is no word for the models of agentI', async (refresh) => {
  expect((await get(`machines/m1/agentI-models?refresh=${refresh}`)).status).toBe(400)
})

it('advice beside the models of agentI reaches the client', async () => {
  const answer = { success: true, ...MODELS, error: 'Your sign-in has lapsed' }
  room.handle('m1', 'listAgyModels', () => answer)
  expect(await get('machines/m1/agentI-models')).toEqual({ status: 200, body: answer })
})

it.each([
  'sessions/:id/agentA-models',
  'sessions/:id/agentI-models',
  'sessions/:id/agentB-reasoning-effort-options',
  'machines/:id/agentA-models',
  'machines/:id/agentF-models',
])('there is no %s', async (path) => {
  const id = path.startsWith('machines') ? 'm1' : room.active()
  expect((await get(path.replace(':id', id))).status).toBe(404)
})

describe('slash-commands', () => {
  const ask = (id: string) => get(`sessions/${id}/slash-commands`)
  const command = (name: string, source = 'user') => ({ name, source, description: `What ${name} does` })

  it('are those the agent named at its start and those its CLI knows, which win', async () => {
    const id = room.active({ flavor: 'agentB', slashCommands: ['clear', 'review'] })
    const review = { ...command('review', 'plugin'), pluginName: 'p', hint: 'x' }
    room.handle(id, SESSION_RPC.listSlashCommands, () => ({
      success: true,
      commands: [command('deploy', 'project'), review],
    }))
    expect(await ask(id)).toEqual({
      status: 200,
      body: {
        success: true,
        commands: [{ name: 'clear', source: 'builtin' }, review, command('deploy', 'project')],
      },
    })
    expect(room.link.calls).toEqual([{ scope: id, method: 'listSlashCommands', params: { agent: 'codex' } }])
  })

  it('are those the agent named at its start where its CLI adds none', async () => {
    const id = room.active({ slashCommands: ['clear'] })
    room.handle(id, SESSION_RPC.listSlashCommands, () => ({ success: true }))
    const { body } = await ask(id)
    expect(body).toEqual({ success: true, commands: [{ name: 'clear', source: 'builtin' }] })
  })

  it('of an inactive session are those it named, each once', async () => {
    const id = room.session({ slashCommands: ['clear', 'init', 'clear'] })
    const commands = ['clear', 'init'].map((name) => ({ name, source: 'builtin' }))
    expect([await ask(id), await ask(room.session()), room.link.calls]).toEqual([
      { status: 200, body: { success: true, commands } },
      { status: 200, body: { success: true, commands: [] } },
      [],
    ])
  })

  it.each([
    ['has no handler', undefined, /not offer this/],
    ['failed', () => Promise.reject(new AgentFailed('no')), /^no$/],
    ['refused', () => ({ success: false, error: 'not now' }), /^not now$/],
    ['answers something else', () => ({ success: true, commands: 'all' }), /cannot be read/],
    ['names one without a name', () => ({ success: true, commands: [{}] }), /cannot be read/],
  ])('are the envelope when the CLI %s', async (_, handler, error) => {
    const id = room.active({ slashCommands: ['clear'] })
    if (handler) room.handle(id, SESSION_RPC.listSlashCommands, handler)
    expect(await ask(id)).toEqual({
      status: 200,
      body: { success: false, error: expect.stringMatching(error) },
    })
  })
})

describe('skills', () => {
  it('are those its CLI knows', async () => {
    const id = room.active({ flavor: 'agentG' })
    const answer = { success: true, skills: [{ name: 'pdf', description: 'Reads PDFs' }] }
    room.handle(id, SESSION_RPC.listSkills, () => answer)
    expect(await get(`sessions/${id}/skills`)).toEqual({ status: 200, body: answer })
    expect(room.link.calls).toEqual([{ scope: id, method: 'listSkills', params: { flavor: 'opencode' } }])
  })

  it.each([
    ['has no handler', undefined, /not offer this/],
    ['failed', () => Promise.reject(new AgentFailed('no')), /^no$/],
    ['answers words', () => 'skills', /cannot be read/],
  ])('are the envelope when the CLI %s', async (_, handler, error) => {
    const id = room.session()
    if (handler) room.handle(id, SESSION_RPC.listSkills, handler)
    expect(await get(`sessions/${id}/skills`)).toEqual({
      status: 200,
      body: { success: false, error: expect.stringMatching(error) },
    })
  })
})

it.each(['slash-commands', 'skills'])('%s are not for those who do not have the session', async (word) => {
  const theirs = room.session({}, { namespace: 'team' })
  expect([await get(`sessions/x/${word}`), await get(`sessions/${theirs}/${word}`)]).toEqual([
    { status: 404, body: { error: 'Session not found' } },
    { status: 403, body: { error: 'Session access denied' } },
  ])
})
