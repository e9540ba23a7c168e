import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate, getHealth } from '../../contract/auth.ts'
import { listSkills, listSlashCommands } from '../../contract/catalog.ts'
import { clearSession } from '../../contract/configuration.ts'
import { exportSession, forkSession, rewindSession } from '../../contract/history.ts'
import {
  abortSession,
  archiveSession,
  deleteSession,
  getSession,
  listSessions,
  pinSession,
  renameSession,
  reopenSession,
  resumeSession,
  setSessionSummary,
  switchSession,
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
  OK,
  type Row,
} from '../testing/conformance-scene.ts'
import { HISTORY_CAPABILITIES } from '../testing/history-scene.ts'
import { FakeTitleProvider } from '../testing/title-provider.ts'

const SHARED = { flavor: 'codex', capabilities: { concurrentClients: true, ...HISTORY_CAPABILITIES } }
const TOKEN = 'c0ffee00-0000-4000-8000-000000000001'

let provider: FakeTitleProvider
let hub: ConformanceScene
beforeAll(async () => {
  provider = await FakeTitleProvider.start()
  hub = await ConformanceScene.open({
    env: {
      SVC_TITLE_PROVIDER_BASE_URL: provider.baseUrl,
      SVC_TITLE_PROVIDER_API_KEY: 'key',
      SVC_TITLE_PROVIDER_MODEL: 'small',
    },
  })
  const { scene } = hub
  const runner = await hub.runner()
  await runner.serve('spawn-happy-session', async (params) => {
    const { existingSessionId: id } = params as { existingSessionId: string }
    await (await scene.connect(id)).alive()
    return { type: 'success', sessionId: id }
  })
  const talker = await hub.begin('talker', {
    metadata: {
      flavor: 'codex',
      codexSessionId: TOKEN,
      conversationHistoryPoints: { p1: true },
      conversationHistoryTurns: { p1: 't1' },
    },
  })
  await scene.raw('POST', `/api/sessions/${talker.id}/messages`, { text: 'hello', localId: 'p1' })
  await talker.emit('messages-consumed', {
    sid: talker.id,
    localIds: ['p1'],
    clearQueuedThinkingGrace: true,
  })
  await talker.alive({ thinking: false })
  await hub.begin('active')
  await hub.begin('ending')
  const shared = await hub.begin('shared', { metadata: SHARED })
  await shared.serve('clear-conversation', async () => ({
    sessionId: (await hub.begin('cleared', { metadata: SHARED })).id,
  }))
  for (const name of ['resumable', 'reopenable']) {
    await hub.store(name, { metadata: { flavor: 'codex', machineId: 'm', codexSessionId: TOKEN } })
  }
  await hub.store('asleep', { metadata: { lifecycleState: undefined } })
  await hub.store('archived', { metadata: { lifecycleState: 'archived' } })
  await hub.store('incomplete', { metadata: { path: '', flavor: 'codex', lifecycleState: 'archived' } })
})
afterAll(async () => {
  await hub.close()
  await provider.close()
})

const row = (words: string, ask: Row[1], status: number, body: unknown): Row => [words, ask, status, body]

describe('Health and Authentication endpoints', () => {
  it.each<Row>([
    row('GET /health', () => hub.ask(getHealth), 200, {
      status: 'ok',
      protocolVersion: 1,
      capabilities: { titleSuggestion: true },
    }),
    row(
      'POST /api/auth',
      () => hub.ask(authenticate, { body: { accessToken: hub.scene.api.accessToken } }),
      200,
      { token: expect.any(String), user: { id: expect.any(Number), firstName: expect.any(String) } },
    ),
    row('POST /api/auth, 400', () => hub.ask(authenticate, { body: {} }), 400, { error: 'Invalid body' }),
    row('POST /api/auth, 401', () => hub.ask(authenticate, { body: { accessToken: 'x' } }), 401, {
      error: 'Invalid access token',
    }),
  ])('%s', check)
})

describe('Sessions: list and detail', () => {
  const sessions = { sessions: expect.any(Array) }
  it.each<Row>([
    row('GET /api/sessions', () => hub.ask(listSessions), 200, sessions),
    row('limit 1', () => hub.ask(listSessions, { query: { limit: 1 } }), 200, {
      sessions: [expect.any(Object)],
    }),
    row('limit 500', () => hub.ask(listSessions, { query: { limit: 500 } }), 200, sessions),
    row('limit 0', () => hub.ask(listSessions, { query: { limit: 0 } }), 400, INVALID_QUERY),
    row('limit 501', () => hub.ask(listSessions, { query: { limit: 501 } }), 400, INVALID_QUERY),
    row('limit 1.5', () => hub.ask(listSessions, { query: { limit: 1.5 } }), 400, INVALID_QUERY),
    row('order updatedAt', () => hub.ask(listSessions, { query: { order: 'updatedAt' } }), 200, sessions),
    row('order name', () => hub.ask(listSessions, { query: { order: 'name' } }), 400, INVALID_QUERY),
    row('GET /api/sessions/:id', () => hub.ask(getSession, { id: 'active' }), 200, {
      session: expect.objectContaining({ active: true }),
    }),
  ])('%s', check)
})

describe('Sessions: lifecycle', () => {
  const on = (endpoint: Parameters<typeof hub.ask>[0], id: string, body?: unknown) => () =>
    hub.ask(endpoint, { id, body })
  const newId = { sessionId: expect.any(String) }
  it.each<Row>([
    row('POST resume', on(resumeSession, 'resumable', { permissionMode: 'read-only' }), 200, {
      type: 'success',
      ...newId,
    }),
    row('POST reopen', on(reopenSession, 'reopenable', {}), 200, { ok: true, ...newId, resumed: true }),
    row('POST reopen, 422 when metadata is incomplete', on(reopenSession, 'incomplete', {}), 422, {
      ...ANY_ERROR,
      missing: ['path'],
    }),
    row('POST abort', on(abortSession, 'active', {}), 200, OK),
    row('POST abort, active sessions only', on(abortSession, 'asleep', {}), 409, INACTIVE),
    row('DELETE, 409 while active', on(deleteSession, 'ending'), 409, ANY_ERROR),
    row('POST archive', on(archiveSession, 'ending', {}), 200, OK),
    row('POST archive, archived already', on(archiveSession, 'archived', {}), 200, {
      ok: true,
      alreadyArchived: true,
    }),
    row('POST archive, 409 for a plain inactive session', on(archiveSession, 'asleep', {}), 409, ANY_ERROR),
    row('DELETE', on(deleteSession, 'archived'), 200, OK),
    row('PATCH name', on(renameSession, 'active', { name: 'n' }), 200, OK),
    row('PATCH name, 255 characters', on(renameSession, 'active', { name: 'n'.repeat(255) }), 200, OK),
    row('PATCH name, none', on(renameSession, 'active', { name: '' }), 400, INVALID_BODY),
    row('PATCH name, 256', on(renameSession, 'active', { name: 'n'.repeat(256) }), 400, INVALID_BODY),
    row('PATCH summary', on(setSessionSummary, 'active', { text: 't' }), 200, OK),
    row('PATCH summary, 255', on(setSessionSummary, 'active', { text: 't'.repeat(255) }), 200, OK),
    row('PATCH summary, none', on(setSessionSummary, 'active', { text: '' }), 400, INVALID_BODY),
    row('PATCH summary, 256', on(setSessionSummary, 'active', { text: 't'.repeat(256) }), 400, INVALID_BODY),
    row('PUT pin global', on(pinSession, 'active', { mode: 'global' }), 200, OK),
    row('PUT pin project', on(pinSession, 'active', { mode: 'project' }), 200, OK),
    row('PUT pin none', on(pinSession, 'active', { mode: 'none' }), 200, OK),
    row('PUT pin, another word', on(pinSession, 'active', { mode: 'all' }), 400, INVALID_BODY),
    row('POST switch', on(switchSession, 'active', {}), 200, OK),
    row(
      'POST switch of a concurrent-client session',
      on(switchSession, 'shared', {}),
      409,
      coded('control_mode_not_applicable'),
    ),
    row('POST clear', on(clearSession, 'shared', {}), 200, newId),
    row('POST clear, shared sessions only', on(clearSession, 'active', {}), 409, ANY_ERROR),
    row('POST title-suggestion', on(suggestTitle, 'talker'), 200, { title: 'A title' }),
    row('POST title-suggestion, 422', on(suggestTitle, 'active'), 422, ANY_ERROR),
    row('GET slash-commands', on(listSlashCommands, 'active'), 200, {
      success: true,
      commands: [{ name: 'clear' }],
    }),
    row('GET skills', on(listSkills, 'active'), 200, { success: true, skills: [{ name: 'release-notes' }] }),
    row('GET export', on(exportSession, 'talker'), 200, {
      schemaVersion: 2,
      exportedAt: expect.any(Number),
      session: expect.any(Object),
      messages: [expect.objectContaining({ localId: 'p1' })],
      scratchlist: [],
    }),
    row('POST rewind', on(rewindSession, 'talker', { messageLocalId: 'p1' }), 200, { success: true }),
    row('POST rewind, without a message', on(rewindSession, 'talker', {}), 400, INVALID_BODY),
    row(
      'POST rewind of a shared session',
      on(rewindSession, 'shared', { messageLocalId: 'p1' }),
      409,
      expect.objectContaining(ANY_ERROR),
    ),
    row('POST fork, refused without the capability', on(forkSession, 'asleep', {}), 409, ANY_ERROR),
  ])('%s', check)

  it('POST fork', async () => {
    const { scene } = hub
    const agent = await hub.begin('fork', { metadata: { flavor: 'codex', codexSessionId: TOKEN } })
    await agent.serve('fork-conversation', () => ({ nativeSessionId: 'thread-2' }))
    await scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: 'x', localId: 'f1' })
    await agent.emit('messages-consumed', {
      sid: agent.id,
      localIds: ['f1'],
      clearQueuedThinkingGrace: true,
    })
    await agent.alive({ thinking: false })
    expect(await hub.ask(forkSession, { id: 'fork', body: {} })).toEqual({ status: 200, body: newId })
  })

  it.each([
    [429, 429],
    [500, 502],
  ])('POST title-suggestion, a provider that says %i is a %i', async (status, answered) => {
    const agent = await hub.begin(`title ${status}`)
    await hub.scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: 'hello' })
    provider.answer = () => ({ status, body: {} })
    expect(await hub.ask(suggestTitle, { id: `title ${status}` })).toEqual({
      status: answered,
      body: ANY_ERROR,
    })
  })
})
