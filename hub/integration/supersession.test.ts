import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HISTORY_CAPABILITIES } from '../testing/history-scene.ts'
import { HubScene, type SceneAgent, textOf } from '../testing/hub-scene.ts'
import { FakeTitleProvider } from '../testing/title-provider.ts'

const THREAD = 'thread-1'
const REQUEST = { tool: 'Bash', arguments: {}, createdAt: 1 }

let scene: HubScene
let provider: FakeTitleProvider
/** The id clients still hold, and the session that goes by it now. */
let old: string
let next: SceneAgent

beforeEach(async () => {
  provider = await FakeTitleProvider.start()
  scene = await HubScene.open({
    env: {
      SVC_TITLE_PROVIDER_BASE_URL: provider.baseUrl,
      SVC_TITLE_PROVIDER_API_KEY: 'key',
      SVC_TITLE_PROVIDER_MODEL: 'small',
    },
  })
  await scene.runner('m')
})
afterEach(async () => {
  await scene.close()
  await provider.close()
})

/** A conversation that lost its agent with a prompt in the queue, and came back under another id. */
async function supersede({
  flavor = 'codex',
  capabilities = HISTORY_CAPABILITIES as object,
} = {}): Promise<void> {
  const native = flavor === 'codex' ? { codexSessionId: THREAD } : { [`${flavor}SessionId`]: THREAD }
  const metadata = { machineId: 'm', flavor, capabilities, ...native }
  const first = await scene.session({ metadata, agentState: { codexPlanProposalId: 'plan' } })
  await send(first.id, 'taken')
  await first.emit('messages-consumed', {
    sid: first.id,
    localIds: ['taken'],
    clearQueuedThinkingGrace: true,
  })
  await send(first.id, 'queued')
  first.socket.close()
  scene.hub.clock.advance(40_000)
  next = await scene.session({
    metadata,
    agentState: { requests: { r: REQUEST }, codexPlanProposalId: 'plan' },
  })
  old = first.id
}

const send = (id: string, localId: string) =>
  scene.raw('POST', `/api/sessions/${id}/messages`, { text: localId, localId })
const ask = (method: string, path: string, body?: unknown) =>
  scene.raw(method, `/api/sessions/${old}${path}`, body)
/** Nothing waits any more, so that the history may be touched. */
const consume = () =>
  next.emit('messages-consumed', { sid: next.id, localIds: ['queued'], clearQueuedThinkingGrace: true })

it('an old id stands for the session that replaced it', async () => {
  await supersede()
  const { body } = await ask('GET', '')
  expect([body.session.id, old === next.id]).toEqual([next.id, false])
})

it('queued prompts follow to the new agent', async () => {
  await supersede()
  await next.flush()
  expect(next.prompts).toEqual([['queued', 'queued']])
})

describe('by its old id, a session’s own store', () => {
  beforeEach(() => supersede())
  const localIds = async (id = next.id) => (await scene.messages(id)).map(({ localId }) => localId)

  it('GET messages', async () => {
    const pages = await Promise.all([
      ask('GET', '/messages'),
      scene.raw('GET', `/api/sessions/${next.id}/messages`),
    ])
    expect([pages[0], (await scene.messages(old)).map(({ content }) => textOf(content))]).toEqual([
      pages[1],
      ['taken', 'queued'],
    ])
  })

  it('POST messages', async () => {
    expect((await send(old, 'new')).body).toEqual({ ok: true })
    await next.flush()
    expect([await localIds(), next.prompts.at(-1)]).toEqual([
      ['taken', 'queued', 'new'],
      ['new', 'new'],
    ])
  })

  it('DELETE messages/:messageId', async () => {
    next.ack = { removed: true }
    expect((await ask('DELETE', '/messages/queued')).body).toEqual({ status: 'cancelled', localId: 'queued' })
    expect(await localIds()).toEqual(['taken'])
  })

  it('POST messages/:messageId/retry', async () => {
    expect((await ask('POST', '/messages/queued/retry')).body).toEqual({
      status: 'already-queued',
      localId: 'queued',
    })
  })

  it('POST messages/queued-state', async () => {
    const { body } = await ask('POST', '/messages/queued-state', { localIds: ['queued', 'taken', 'unknown'] })
    expect([body.queuedLocalIds, body.invokedLocalMessages.length]).toEqual([['queued'], 1])
  })

  it('PATCH', async () => {
    await ask('PATCH', '', { name: 'New name' })
    expect((await scene.detail(next.id)).metadata.name).toBe('New name')
  })

  it('PATCH summary', async () => {
    await ask('PATCH', '/summary', { text: 'New summary' })
    expect((await scene.detail(next.id)).metadata.summary.text).toBe('New summary')
  })

  it('PUT pin', async () => {
    await ask('PUT', '/pin', { mode: 'global' })
    expect((await scene.detail(next.id)).globalPinned).toBe(true)
  })

  it('GET export', async () => {
    const { body } = await ask('GET', '/export')
    expect([body.session.id, body.messages.length]).toEqual([next.id, 1])
  })

  it('POST title-suggestion', async () => {
    expect((await ask('POST', '/title-suggestion')).body).toEqual({ title: 'A title' })
    expect(provider.questions[0]?.body.messages[1].content).toBe('User: taken\nUser: queued')
  })

  it('POST resume', async () => {
    expect((await ask('POST', '/resume', {})).body).toEqual({ type: 'success', sessionId: next.id })
  })

  it('POST reopen', async () => {
    expect((await ask('POST', '/reopen', {})).body).toEqual({ ok: true, sessionId: next.id, resumed: false })
  })

  it('the scratchlist, from creating an entry to its attachments', async () => {
    const path = `/scratchlist`
    const file = { filename: 'a.txt', content: 'YQ==', mimeType: 'text/plain' }
    const { attachment } = (await ask('POST', `${path}/upload`, file)).body
    await ask('POST', path, { text: 'one', entryId: 'e', attachments: [attachment] })
    await ask('PUT', `${path}/e`, { text: 'two' })
    const [mine, theirs] = [await ask('GET', path), await scene.raw('GET', `/api/sessions/${next.id}${path}`)]
    expect([mine, mine.body.entries.map(({ text }: { text: string }) => text)]).toEqual([theirs, ['two']])
    expect((await ask('GET', `${path}/attachments/${attachment.id}`)).body).toBe('a')
    expect((await ask('DELETE', `${path}/attachments/${attachment.id}`)).status).toBe(409)
    expect([(await ask('GET', `${path}/limits`)).status, (await ask('DELETE', `${path}/e`)).status]).toEqual([
      200, 200,
    ])
  })

  it('DELETE takes the very row, and the conversation stays', async () => {
    expect((await ask('DELETE', '')).status).toBe(200)
    expect([(await ask('GET', '')).status, (await scene.detail(next.id)).id]).toEqual([404, next.id])
  })

  it('GET /api/events hears the new session', async () => {
    const events = await scene.events({ sessionId: old })
    await next.say('hello')
    const { sessionId } = await events.until('message-received')
    expect(sessionId).toBe(next.id)
  })
})

/** What the client asks by the old id, and which method of the new session's agent is called for it. */
const calls: [method: string, path: string, body: unknown, rpc: string, answer: unknown][] = [
  ['POST', '/messages/queued/steer', undefined, 'steer-queued-message', { steered: true }],
  ['POST', '/permissions/r/approve', {}, 'permission', undefined],
  ['POST', '/permissions/r/deny', {}, 'permission', undefined],
  ['POST', '/abort', {}, 'abort', undefined],
  ['POST', '/archive', {}, 'killSession', { success: true, message: '' }],
  ['POST', '/switch', {}, 'switch', undefined],
  ['GET', '/file?path=a', undefined, 'readFile', { success: true, content: '', size: 0, modified: 0 }],
  ['GET', '/files', undefined, 'ripgrep', { success: true, stdout: '', stderr: '', exitCode: 0 }],
  ['GET', '/directory', undefined, 'listDirectory', { success: true, entries: [] }],
  ['GET', '/git-status', undefined, 'git-status', { success: true, stdout: '', stderr: '', exitCode: 0 }],
  [
    'GET',
    '/git-diff-numstat',
    undefined,
    'git-diff-numstat',
    { success: true, stdout: '', stderr: '', exitCode: 0 },
  ],
  [
    'GET',
    '/git-diff-file?path=a',
    undefined,
    'git-diff-file',
    { success: true, stdout: '', stderr: '', exitCode: 0 },
  ],
  [
    'GET',
    '/generated-images/i',
    undefined,
    'readGeneratedImage',
    { success: true, content: 'YQ==', mimeType: 'image/png', fileName: 'i.png' },
  ],
  [
    'POST',
    '/upload',
    { filename: 'a', content: 'YQ==', mimeType: 'text/plain' },
    'uploadFile',
    { success: true, path: '/a' },
  ],
  ['POST', '/upload/delete', { path: '/a' }, 'deleteUpload', { success: true }],
  ['GET', '/slash-commands', undefined, 'listSlashCommands', { success: true, commands: [] }],
  ['GET', '/skills', undefined, 'listSkills', { success: true, skills: [] }],
  ['GET', '/agentB-models', undefined, 'listCodexModels', { success: true, models: [] }],
  [
    'POST',
    '/permission-mode',
    { mode: 'yolo' },
    'set-session-config',
    { applied: { permissionMode: 'yolo' } },
  ],
  ['POST', '/model', { model: 'm' }, 'set-session-config', { applied: { model: 'm' } }],
  [
    'POST',
    '/model-reasoning-effort',
    { modelReasoningEffort: 'low' },
    'set-session-config',
    { applied: { modelReasoningEffort: 'low' } },
  ],
  [
    'POST',
    '/service-tier',
    { serviceTier: 'fast' },
    'set-session-config',
    { applied: { serviceTier: 'fast' } },
  ],
  [
    'POST',
    '/collaboration-mode',
    { mode: 'plan' },
    'set-session-config',
    { applied: { collaborationMode: 'plan' } },
  ],
]

describe('by its old id, the new session’s agent is asked', () => {
  it.each(calls)('%s %s', async (method, path, body, rpc, answer) => {
    await supersede()
    await next.serve(rpc, () => answer)
    const { status } = await ask(method, path, body)
    expect([status, next.calls.map((call) => call.method)]).toEqual([200, [rpc]])
  })

  it.each([
    ['claude', '/effort', { effort: 'high' }],
    ['copilot', '/copilot-agent-mode', { mode: 'plan' }],
  ])('POST of %s %s', async (flavor, path, body) => {
    await supersede({ flavor })
    await next.serve('set-session-config', (params) => ({ applied: params }))
    expect([(await ask('POST', path, body)).status, next.calls.length]).toEqual([200, 1])
  })

  it.each([
    ['/fork', {}, 'fork-conversation'],
    ['/rewind', { messageLocalId: 'taken' }, 'rewind-conversation'],
  ])('POST %s', async (path, body, rpc) => {
    await supersede()
    await consume()
    await next.serve(rpc, () => ({ success: false, error: 'no', outcome: 'rejected' }))
    expect([(await ask('POST', path, body)).status, next.calls.map(({ method }) => method)]).toEqual([
      409,
      [rpc],
    ])
  })

  it.each([
    ['/clear', {}, 'clear-conversation', { error: 'no' }],
    ['/codex/plan/implement', { planId: 'plan' }, 'implement-codex-plan', { ok: true }],
  ])('POST %s, which is for shared sessions', async (path, body, rpc, answer) => {
    await supersede({ capabilities: { concurrentClients: true } })
    await next.serve(rpc, () => answer)
    await ask('POST', path, body)
    expect(next.calls.map(({ method }) => method)).toEqual([rpc])
  })
})
