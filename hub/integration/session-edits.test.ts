import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dumpTables } from '../testing/dump-tables.ts'
import { HubScene } from '../testing/hub-scene.ts'

const OK = { status: 200, body: { ok: true } }
const refused = (error: string) => ({ status: 400, body: { error, issues: expect.anything() } })

let scene: HubScene
beforeEach(async () => {
  scene = await HubScene.open()
})
afterEach(() => scene.close())

const title = (length: number) => 'ä'.repeat(length)

describe('GET /api/sessions/:id', () => {
  it('answers the full record', async () => {
    const agent = await scene.session({
      metadata: { flavor: 'codex', unknownKey: [1] },
      agentState: { requests: {}, unknownKey: true },
    })
    await agent.alive({ model: 'm', permissionMode: 'read-only', modelReasoningEffort: 'high' })
    expect(await scene.detail(agent.id)).toEqual({
      id: agent.id,
      namespace: 'default',
      seq: expect.any(Number),
      createdAt: scene.now,
      updatedAt: scene.now,
      active: true,
      activeAt: scene.now,
      thinking: false,
      thinkingAt: scene.now,
      activeTurnStartedAt: null,
      backgroundTaskCount: 0,
      pinned: false,
      globalPinned: false,
      hasConversationContent: false,
      metadata: {
        path: '/w',
        host: 'box',
        flavor: 'codex',
        lifecycleState: 'running',
        unknownKey: [1],
        preferredPermissionMode: 'read-only',
      },
      metadataVersion: 2,
      agentState: { requests: {}, unknownKey: true },
      agentStateVersion: 1,
      todosUpdatedAt: 0,
      teamStateUpdatedAt: 0,
      model: 'm',
      modelReasoningEffort: 'high',
      effort: null,
      serviceTier: null,
      permissionMode: 'read-only',
    })
  })
})

describe.each([
  ['rename', '', 'name'],
  ['summary', '/summary', 'text'],
])('%s', (_, path, key) => {
  const patch = (id: string, body: unknown) => scene.raw('PATCH', `/api/sessions/${id}${path}`, body)

  it.each([1, 255])('takes %i characters', async (length) => {
    const id = await scene.asleep()
    expect(await patch(id, { [key]: title(length) })).toEqual(OK)
    const { name, summary } = (await scene.detail(id)).metadata
    expect([name ?? summary.text, summary?.updatedAt ?? scene.now]).toEqual([title(length), scene.now])
  })

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['256 characters', title(256)],
    ['a number', 1],
    ['null', null],
    ['nothing at all', undefined],
  ])('refuses %s', async (_what, value) => {
    const id = await scene.asleep()
    const before = dumpTables(scene.hub)
    expect(await patch(id, { [key]: value })).toEqual(refused('Invalid body'))
    expect(dumpTables(scene.hub)).toEqual(before)
  })

  it('goes out as the full session and leaves updatedAt alone', async () => {
    const id = await scene.asleep()
    const { updatedAt } = await scene.detail(id)
    const events = await scene.events()
    scene.hub.clock.advance(1000)
    await patch(id, { [key]: 'new' })
    const data = await scene.detail(id)
    expect([await scene.settled(events), data.updatedAt]).toEqual([
      [{ type: 'session-updated', namespace: 'default', sessionId: id, data }],
      updatedAt,
    ])
  })

  it('survives what the agent writes next', async () => {
    const agent = await scene.session()
    await patch(agent.id, { [key]: 'mine' })
    const metadata = { path: '/w', host: 'box', flavor: 'claude' }
    const write = (expectedVersion: number, value: object) =>
      agent.socket.request('update-metadata', { sid: agent.id, expectedVersion, metadata: value })
    const stale = (await write(1, metadata)) as { result: string; version: number; metadata: object }
    await write(stale.version, { ...stale.metadata, tools: ['Bash'] })
    const { name, summary } = (await scene.detail(agent.id)).metadata
    expect([stale.result, name ?? summary.text]).toEqual(['version-mismatch', 'mine'])
  })
})

it('rename keeps blanks, summary trims them', async () => {
  const id = await scene.asleep()
  await scene.raw('PATCH', `/api/sessions/${id}`, { name: ' n ' })
  await scene.raw('PATCH', `/api/sessions/${id}/summary`, { text: ' t ' })
  const { name, summary } = (await scene.detail(id)).metadata
  expect([name, summary.text]).toEqual([' n ', 't'])
})

it('a summary of blanks is empty', async () => {
  const id = await scene.asleep()
  expect(await scene.raw('PATCH', `/api/sessions/${id}/summary`, { text: '  ' })).toEqual(
    refused('Invalid body'),
  )
})

describe('pin', () => {
  it.each([
    ['none', { pinned: false, globalPinned: false }],
    ['project', { pinned: true, globalPinned: false }],
    ['global', { pinned: false, globalPinned: true }],
  ])('%s goes out as the full session', async (mode, flags) => {
    const id = await scene.asleep()
    const events = await scene.events()
    expect(await scene.raw('PUT', `/api/sessions/${id}/pin`, { mode })).toEqual(OK)
    const data = await scene.detail(id)
    expect([data, await scene.settled(events)]).toEqual([
      expect.objectContaining(flags),
      [{ type: 'session-updated', namespace: 'default', sessionId: id, data }],
    ])
  })

  it.each([{}, { mode: 'all' }, { mode: null }, { mode: true }, []])('refuses %j', async (body) => {
    const id = await scene.asleep()
    expect(await scene.raw('PUT', `/api/sessions/${id}/pin`, body)).toEqual(refused('Invalid body'))
  })
})

describe('DELETE /api/sessions/:id', () => {
  it('removes an inactive session with its messages and says so', async () => {
    const agent = await scene.session()
    await agent.say('hello')
    await agent.end()
    const events = await scene.events()
    const answer = await scene.raw('DELETE', `/api/sessions/${agent.id}`)
    const { sessions, messages } = dumpTables(scene.hub)
    expect([answer, await scene.settled(events), sessions?.length, messages]).toEqual([
      OK,
      [{ type: 'session-removed', namespace: 'default', sessionId: agent.id }],
      1,
      [],
    ])
  })

  it('refuses an active session', async () => {
    const agent = await scene.session()
    const before = dumpTables(scene.hub)
    expect(await scene.raw('DELETE', `/api/sessions/${agent.id}`)).toEqual({
      status: 409,
      body: { error: expect.any(String) },
    })
    expect(dumpTables(scene.hub)).toEqual(before)
  })

  it('is not found a second time', async () => {
    const id = await scene.asleep()
    await scene.raw('DELETE', `/api/sessions/${id}`)
    expect(await scene.raw('DELETE', `/api/sessions/${id}`)).toEqual({
      status: 404,
      body: { error: 'Session not found' },
    })
  })
})

it.each(['a b', 'ä/ö', '%', '?x'])('an id is URL-decoded: %j', async (text) => {
  expect(await scene.raw('GET', `/api/sessions/${encodeURIComponent(text)}`)).toEqual({
    status: 404,
    body: { error: 'Session not found' },
  })
})
