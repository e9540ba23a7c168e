import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate } from '../../contract/auth.ts'
import { bindBotAccount } from '../../contract/bot.ts'
import { listMachineCodexModels } from '../../contract/catalog.ts'
import { setModel, setModelReasoningEffort } from '../../contract/configuration.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { EVENTS_PATH } from '../../contract/events.ts'
import { rewindSession } from '../../contract/history.ts'
import { listMachineDirectory, renameMachine, spawnSession } from '../../contract/machine.ts'
import { sendMessage, steerMessage } from '../../contract/message.ts'
import { approvePermission, denyPermission } from '../../contract/permission.ts'
import {
  abortSession,
  getSession,
  listSessions,
  reopenSession,
  resumeSession,
} from '../../contract/session.ts'
import { suggestTitle } from '../../contract/title.ts'
import {
  ANY_ERROR,
  ConformanceScene,
  check,
  coded,
  INACTIVE,
  INVALID_BODY,
  INVALID_QUERY,
  type Row,
} from '../testing/conformance-scene.ts'
import { FOREIGN, type SceneAgent } from '../testing/hub-scene.ts'

const TOKEN = 'c0ffee00-0000-4000-8000-000000000001'

let hub: ConformanceScene
let agent: SceneAgent
beforeAll(async () => {
  hub = await ConformanceScene.open()
  await hub.scene.runner('bare')
  await hub.scene.runner('theirs', {}, FOREIGN)
  agent = await hub.begin('active')
  await hub.begin('terminal', { metadata: { flavor: 'codex' }, agentState: { controlledByUser: true } })
  const requests = { r: { tool: 'Bash', arguments: {} } }
  await hub.store('asleep', { agentState: { requests } })
  await hub.store('foreign', { namespace: FOREIGN })
  const elsewhere = { flavor: 'codex', machineId: 'gone', host: 'gone', codexSessionId: TOKEN }
  await hub.store('elsewhere', { metadata: elsewhere })
  const lost = await hub.begin('lost', { metadata: { flavor: 'codex', machineId: 'bare' } })
  await hub.scene.raw('POST', `/api/sessions/${lost.id}/messages`, { text: 'x' })
  await lost.end()
  await hub.scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: 'x', localId: 'x' })
})
afterAll(() => hub.close())

const row = (words: string, ask: Row[1], status: number, body: unknown): Row => [words, ask, status, body]
const on = (endpoint: Endpoint, id: string, body?: unknown) => () =>
  hub.ask(endpoint, { id, body, params: { requestId: 'r', messageId: 'x' } })
const SESSION_DENIED = { error: 'Session access denied' }

describe('Errors', () => {
  it.each<Row>([
    row('400 Invalid body', on(sendMessage, 'active', {}), 400, INVALID_BODY),
    row('400 Invalid query', () => hub.ask(listSessions, { query: { limit: 0 } }), 400, INVALID_QUERY),
    row(
      '400 wrong flavor',
      on(setModelReasoningEffort, 'active', { modelReasoningEffort: 'low' }),
      400,
      ANY_ERROR,
    ),
    row('403 Session access denied', on(getSession, 'foreign'), 403, SESSION_DENIED),
    row('403 Machine access denied', on(renameMachine, 'theirs', { displayName: 'n' }), 403, {
      error: 'Machine access denied',
    }),
    row('403 access_denied of resume', on(resumeSession, 'foreign', {}), 403, coded('access_denied')),
    row('403 access_denied of reopen', on(reopenSession, 'foreign', {}), 403, coded('access_denied')),
    row('404 Session not found', on(getSession, 'none'), 404, { error: 'Session not found' }),
    row('404 Machine not found', on(renameMachine, 'none', { displayName: 'n' }), 404, {
      error: 'Machine not found',
    }),
    row('404 session_not_found of resume', on(resumeSession, 'none', {}), 404, coded('session_not_found')),
    row('404 session_not_found of reopen', on(reopenSession, 'none', {}), 404, coded('session_not_found')),
    row('409 session_inactive: send', on(sendMessage, 'asleep', { text: 'x' }), 409, INACTIVE),
    row('409 session_inactive: steer', on(steerMessage, 'asleep'), 409, INACTIVE),
    row('409 session_inactive: abort', on(abortSession, 'asleep', {}), 409, INACTIVE),
    row('409 session_inactive: approve', on(approvePermission, 'asleep', {}), 409, INACTIVE),
    row('409 session_inactive: deny', on(denyPermission, 'asleep', {}), 409, INACTIVE),
    row('409 session_inactive: config', on(setModel, 'asleep', { model: 'm' }), 409, INACTIVE),
    row('409 resume_unavailable: resume', on(resumeSession, 'lost', {}), 409, coded('resume_unavailable')),
    row('409 resume_unavailable: reopen', on(reopenSession, 'lost', {}), 409, coded('resume_unavailable')),
    row('409 remote-only config', on(setModel, 'terminal', { model: 'm' }), 409, ANY_ERROR),
    row(
      '409 rewind refusal',
      on(rewindSession, 'asleep', { messageLocalId: 'x' }),
      409,
      expect.objectContaining(ANY_ERROR),
    ),
    row('503 no_machine_online: resume', on(resumeSession, 'elsewhere', {}), 503, coded('no_machine_online')),
    row('503 no_machine_online: reopen', on(reopenSession, 'elsewhere', {}), 503, coded('no_machine_online')),
    row('503 rpc_target_missing', on(listMachineCodexModels, 'bare'), 503, coded('rpc_target_missing')),
    row('503 title suggestion without a provider', on(suggestTitle, 'active'), 503, ANY_ERROR),
    row(
      '503 messaging bot disabled',
      () => hub.ask(authenticate, { body: { initData: 'x' } }),
      503,
      ANY_ERROR,
    ),
    row(
      '503 messaging bot disabled: bind',
      () => hub.ask(bindBotAccount, { body: { initData: 'x', accessToken: hub.scene.api.accessToken } }),
      503,
      ANY_ERROR,
    ),
    row('200 where the command failed', on(listMachineDirectory, 'bare', { path: '/' }), 200, {
      success: false,
      error: expect.any(String),
    }),
    row('200 of a failed spawn', on(spawnSession, 'bare', { directory: '/w' }), 200, {
      type: 'error',
      message: expect.any(String),
    }),
  ])('%s', check)

  it.each(['all=true&sessionId', 'sessionId'])(
    'GET /api/events?%s: 404 and 403 before streaming',
    async (filter) => {
      const get = (id: string) => hub.scene.raw('GET', `${EVENTS_PATH}?${filter}=${id}`)
      expect([await get('none'), await get(hub.id('foreign'))]).toEqual([
        { status: 404, body: { error: 'Session not found' } },
        { status: 403, body: SESSION_DENIED },
      ])
    },
  )

  it.each([
    ['none', 404, 'Machine not found'],
    ['theirs', 403, 'Machine access denied'],
  ])('GET /api/events?machineId=%s: %i', async (id, status, error) => {
    const answer = await hub.scene.raw('GET', `${EVENTS_PATH}?machineId=${id}`)
    expect(answer).toEqual({ status, body: { error } })
  })
})
