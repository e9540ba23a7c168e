import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MACHINE_MODELS, SESSION_EFFORTS, SESSION_MODELS } from '../../contract/catalog.ts'
import {
  implementPlan,
  setCollaborationMode,
  setCopilotAgentMode,
  setEffort,
  setModel,
  setModelReasoningEffort,
  setPermissionMode,
  setServiceTier,
} from '../../contract/configuration.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FLAVOR_IDS, type FlavorId, otherSpelling } from '../../contract/flavors.ts'
import { switchSession } from '../../contract/session.ts'
import {
  ANY_ERROR,
  ConformanceScene,
  check,
  coded,
  INACTIVE,
  INVALID_BODY,
  INVALID_QUERY,
  OK,
  type Row,
} from '../testing/conformance-scene.ts'
import type { SceneAgent } from '../testing/hub-scene.ts'

/** The agents the spec names. */
const AGENTS = FLAVOR_IDS.filter((id) => id.startsWith('agent'))
/** A permission mode of each flavor that has modes. */
const MODES: Partial<Record<FlavorId, string>> = {
  agentA: 'plan',
  agentB: 'yolo',
  agentC: 'plan',
  agentD: 'plan',
  agentG: 'plan',
  agentH: 'yolo',
  agentI: 'always-proceed',
}
const SHARED = { flavor: 'agentB', capabilities: { concurrentClients: true } }

interface Setting {
  endpoint: Endpoint<`/api/sessions/:id/${string}`>
  /** The setting null where the body may carry null. */
  cleared?: object
  body: (flavor: FlavorId) => object
  appliesTo: readonly FlavorId[]
  remoteOnly: readonly FlavorId[]
}

/** The table of the spec: which setting applies to which agents, and where it is remote-only. */
const SETTINGS: Setting[] = [
  {
    endpoint: setPermissionMode,
    body: (flavor) => ({ mode: MODES[flavor] ?? 'default' }),
    appliesTo: ['agentA', 'agentB', 'agentC', 'agentD', 'agentG', 'agentH', 'agentI'],
    remoteOnly: [],
  },
  {
    endpoint: setModel,
    body: () => ({ model: 'm' }),
    cleared: { model: null },
    appliesTo: ['agentA', 'agentB', 'agentC', 'agentD', 'agentE', 'agentG', 'agentH', 'agentI'],
    remoteOnly: ['agentB', 'agentC', 'agentD'],
  },
  {
    endpoint: setEffort,
    body: () => ({ effort: 'high' }),
    cleared: { effort: null },
    appliesTo: ['agentA', 'agentD', 'agentE'],
    remoteOnly: [],
  },
  {
    endpoint: setModelReasoningEffort,
    body: () => ({ modelReasoningEffort: 'high' }),
    cleared: { modelReasoningEffort: null },
    appliesTo: ['agentB', 'agentG'],
    remoteOnly: ['agentB', 'agentG'],
  },
  {
    endpoint: setServiceTier,
    body: () => ({ serviceTier: 'fast' }),
    appliesTo: ['agentB'],
    remoteOnly: ['agentB'],
  },
  {
    endpoint: setCollaborationMode,
    body: () => ({ mode: 'plan' }),
    appliesTo: ['agentB'],
    remoteOnly: ['agentB'],
  },
  {
    endpoint: setCopilotAgentMode,
    body: () => ({ mode: 'plan' }),
    appliesTo: ['agentH'],
    remoteOnly: ['agentH'],
  },
]

let hub: ConformanceScene
let shared: SceneAgent
beforeAll(async () => {
  hub = await ConformanceScene.open()
  await hub.runner()
  const away = await hub.runner('away')
  away.socket.close()
  await hub.scene.runner('bare')
  for (const flavor of AGENTS) {
    await hub.begin(flavor, { metadata: { flavor } })
    await hub.begin(`${flavor} terminal`, { metadata: { flavor }, agentState: { controlledByUser: true } })
    await hub.store(`${flavor} asleep`, { metadata: { flavor } })
  }
  const agentState = { controlledByUser: true, codexPlanProposalId: 'p' }
  shared = await hub.begin('shared', { metadata: SHARED, agentState })
})
afterAll(() => hub.close())

const row = (words: string, ask: Row[1], status: number, body: unknown): Row => [words, ask, status, body]
const settingName = ({ endpoint }: Setting) => endpoint.path.replace('/api/sessions/:id/', '')

describe('Session configuration', () => {
  const cases = SETTINGS.flatMap((setting) =>
    AGENTS.map((flavor) => [settingName(setting), flavor, setting] as const),
  )

  it.each(cases)('POST %s of %s', async (_, flavor, { endpoint, body, appliesTo, remoteOnly }) => {
    const ask = (id: string) => hub.ask(endpoint, { id, body: body(flavor) })
    const [applies, isRemoteOnly] = [appliesTo.includes(flavor), remoteOnly.includes(flavor)]
    const wrongFlavor = { status: 400, body: ANY_ERROR }
    // The one mode of agentG that a terminal's session cannot enter is `plan`.
    const isRemoteOnlyMode = endpoint === (setPermissionMode as Endpoint) && flavor === 'agentG'
    const conflict = { status: 409, body: ANY_ERROR }
    const done = { status: 200, body: OK }
    expect([await ask(flavor), await ask(`${flavor} terminal`)]).toEqual(
      applies ? [done, isRemoteOnly || isRemoteOnlyMode ? conflict : done] : [wrongFlavor, wrongFlavor],
    )
  })

  it.each<Row>(
    SETTINGS.flatMap((setting) => {
      const { endpoint, appliesTo, body, cleared } = setting
      const [flavor = 'agentA'] = appliesTo
      const ask = (id: string, asked: unknown) => () => hub.ask(endpoint, { id, body: asked })
      const name = settingName(setting)
      const asleep = endpoint === (setPermissionMode as Endpoint) ? [200, OK] : [409, INACTIVE]
      return [
        row(`${name}, inactive`, ask(`${flavor} asleep`, body(flavor)), asleep[0] as number, asleep[1]),
        row(`${name}, no body`, ask(flavor, {}), 400, INVALID_BODY),
        ...(cleared ? [row(`${name}, null`, ask(flavor, cleared), 200, OK)] : []),
      ]
    }),
  )('%s', check)

  it.each<Row>([
    row(
      'model, provider and modelId',
      () => hub.ask(setModel, { id: 'agentE', body: { model: { provider: 'p', modelId: 'm' } } }),
      200,
      OK,
    ),
    row('service tier standard', tier('standard'), 200, OK),
    row('service tier, another word', tier('slow'), 400, INVALID_BODY),
    row('collaboration mode default', collaboration('default'), 200, OK),
    row('collaboration mode, another word', collaboration('alone'), 400, INVALID_BODY),
    row('permission mode of another flavor', mode('agentA', 'yolo'), 400, ANY_ERROR),
    row('agent mode, another word', () => agentMode('fast'), 400, ANY_ERROR),
  ])('%s', check)

  it.each(['nothing applied', 'failed'])('an apply failure is a 409 with a message: %s', async (how) => {
    const agent = await hub.begin(how, { metadata: { flavor: 'agentA' } })
    await agent.serve('set-session-config', () => {
      if (how === 'failed') throw new Error('cannot')
      return { applied: {} }
    })
    const answer = await hub.ask(setModel, { id: how, body: { model: 'm' } })
    expect(answer).toEqual({ status: 409, body: ANY_ERROR })
  })
})

function tier(serviceTier: string) {
  return () => hub.ask(setServiceTier, { id: 'agentB', body: { serviceTier } })
}
function collaboration(word: string) {
  return () => hub.ask(setCollaborationMode, { id: 'agentB', body: { mode: word } })
}
function mode(id: string, word: string) {
  return () => hub.ask(setPermissionMode, { id, body: { mode: word } })
}
function agentMode(word: string) {
  return hub.ask(setCopilotAgentMode, { id: 'agentH', body: { mode: word } })
}

describe('Concurrent-client sessions', () => {
  const set = (endpoint: Endpoint, body: object) => () => hub.ask(endpoint, { id: 'shared', body })
  it.each<Row>([
    row('model, although a terminal controls it', set(setModel, { model: 'm' }), 200, OK),
    row('service tier', set(setServiceTier, { serviceTier: 'fast' }), 200, OK),
    row('collaboration mode', set(setCollaborationMode, { mode: 'plan' }), 200, OK),
    row('reasoning effort', set(setModelReasoningEffort, { modelReasoningEffort: 'low' }), 200, OK),
    row('safe-yolo is rejected', set(setPermissionMode, { mode: 'safe-yolo' }), 409, ANY_ERROR),
    row('switch', set(switchSession, {}), 409, coded('control_mode_not_applicable')),
  ])('%s', check)
})

describe('Plan execution', () => {
  const implement = (planId: string, answer: object) => async () => {
    await shared.serve('implement-codex-plan', () => answer)
    return hub.ask(implementPlan, { id: 'shared', body: { planId } })
  }
  const planError = (code: string) => ({ ok: false, ...coded(code) })
  it.each<Row>([
    row('stale_plan', implement('another', { ok: true }), 409, planError('stale_plan')),
    row('failed', implement('p', { ok: false, code: 'failed', error: 'x' }), 502, planError('failed')),
    row(
      'indeterminate',
      implement('p', { ok: false, code: 'indeterminate', error: 'x' }),
      503,
      planError('indeterminate'),
    ),
    row('accepted', implement('p', { ok: true }), 200, OK),
    row('accepted again', implement('p', { ok: false, code: 'failed', error: 'x' }), 200, OK),
    row(
      'unavailable',
      () => hub.ask(implementPlan, { id: 'agentA', body: { planId: 'p' } }),
      409,
      planError('unavailable'),
    ),
  ])('%s', check)
})

describe('Model and effort catalogs', () => {
  const sessionCatalogs = [...Object.entries(SESSION_MODELS), ...Object.entries(SESSION_EFFORTS)].flatMap(
    ([flavor, { endpoint, rpc }]) =>
      bothSpellings(endpoint).map((each) => [each.path, flavor, each, rpc] as const),
  )
  it.each(sessionCatalogs)('GET %s', async (_, flavor, endpoint, rpc) => {
    const other = flavor === 'agentA' ? 'agentB' : 'agentA'
    expect([
      await hub.ask(endpoint, { id: flavor }),
      await hub.ask(endpoint, { id: other }),
      await hub.ask(endpoint, { id: `${flavor} asleep` }),
    ]).toEqual([
      { status: 200, body: expect.objectContaining({ success: true }) },
      { status: 400, body: ANY_ERROR },
      { status: 400, body: INACTIVE },
    ])
    const failing = await hub.begin(`failing ${flavor}`, { metadata: { flavor } })
    await failing.serve(rpc, () => {
      throw new Error('no network')
    })
    expect(await hub.ask(endpoint, { id: `failing ${flavor}` })).toEqual({
      status: 200,
      body: { success: false, error: 'no network' },
    })
  })

  const machineCatalogs = Object.entries(MACHINE_MODELS).flatMap(([flavor, { endpoint }]) =>
    bothSpellings(endpoint).map((each) => [each.path, flavor, each] as const),
  )
  it.each(machineCatalogs)('GET %s', async (_, flavor, endpoint) => {
    const needsFolder = ['agentD', 'agentG', 'agentH'].includes(flavor)
    const query: Record<string, string> = needsFolder ? { cwd: '/w' } : {}
    const missing = { status: 503, body: coded('rpc_target_missing') }
    const body =
      flavor === 'agentI'
        ? expect.objectContaining({ success: true, error: 'Sign in again' })
        : expect.objectContaining({ success: true })
    expect([
      await hub.ask(endpoint, { id: 'm', query }),
      await hub.ask(endpoint, { id: 'bare', query }),
      await hub.ask(endpoint, { id: 'away', query }),
    ]).toEqual([{ status: 200, body }, missing, missing])
    if (!needsFolder) return
    expect(await hub.ask(endpoint, { id: 'm' })).toEqual({ status: 400, body: INVALID_QUERY })
  })

  it.each(['true', 'false'])('agentI-models takes refresh=%s', async (refresh) => {
    const { endpoint } = MACHINE_MODELS.agentI ?? {}
    if (!endpoint) throw new Error('agentI has no models')
    expect((await hub.ask(endpoint, { id: 'm', query: { refresh } })).status).toBe(200)
  })
})

function bothSpellings<Path extends string>(endpoint: Endpoint<Path>): Endpoint<Path>[] {
  return [endpoint, { ...endpoint, path: otherSpelling(endpoint.path) as Path }]
}
