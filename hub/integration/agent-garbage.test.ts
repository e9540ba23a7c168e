import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listMachines } from '../../contract/machine.ts'
import { listMessages } from '../../contract/message.ts'
import { getSession, listSessions } from '../../contract/session.ts'
import { CliClient } from '../../demo/cli-client.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { AGENT_EVENTS, garbage, randomNumbers } from '../testing/garbage.ts'
import { FOREIGN, HubScene, type SceneAgent } from '../testing/hub-scene.ts'
import { TEST_TOKEN } from '../testing/test-hub.ts'

const ROUNDS = 200
const SECRET_TEXT = 'the words of a prompt nobody may log'

let scene: HubScene
let agent: SceneAgent
beforeEach(async () => {
  scene = await HubScene.open()
  agent = await scene.session({ agentState: { requests: { r: { tool: 'Bash', arguments: {} } } } })
  await scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: SECRET_TEXT, localId: 'l' })
})
afterEach(() => scene.close())

const errors = () => scene.log.lines.filter(({ level }) => level === 'error')

/** Everything clients read, parsed with the contract. */
async function readAll(): Promise<void> {
  const { sessions } = await scene.api.call(listSessions)
  for (const { id } of sessions) {
    await scene.api.call(getSession, { params: { id } })
    await scene.api.call(listMessages, { params: { id } })
  }
  await scene.api.call(listMachines)
  expect((await scene.raw('GET', '/health')).status).toBe(200)
}

describe('events that name nothing', () => {
  it.each(AGENT_EVENTS)('%s changes nothing', async (event) => {
    const before = dumpTables(scene.hub)
    const random = randomNumbers(event.length)
    for (let round = 0; round < ROUNDS; round++) {
      const args = Array.from({ length: Math.floor(random() * 3) }, () => garbage(random))
      agent.socket.socket.emit(event, ...args)
    }
    await agent.flush()
    expect([dumpTables(scene.hub), errors()]).toEqual([before, []])
  })
})

describe('events with a good id and garbage beside it', () => {
  it.each(AGENT_EVENTS)('%s leaves everything readable', async (event) => {
    const runner = await scene.runner()
    const events = await scene.events()
    const random = randomNumbers(event.length * 31)
    for (let round = 0; round < ROUNDS; round++) {
      agent.socket.socket.emit(event, garbage(random, { sid: agent.id, expectedVersion: round }))
      runner.socket.socket.emit(event, garbage(random, { machineId: 'm', expectedVersion: round }))
    }
    await agent.flush()
    await runner.flush()
    await scene.settled(events)
    await readAll()
    expect(errors()).toEqual([])
  })
})

describe('an agent state that is not what it should be', () => {
  const values: unknown[] = [
    null,
    1,
    'text',
    [],
    { requests: 1 },
    { requests: [] },
    { requests: null },
    { requests: { a: null } },
    { requests: { a: 1, b: { tool: 1 } } },
    { requests: { a: { tool: 'T', createdAt: 'yesterday' } } },
    { completedRequests: 'x', controlledByUser: 'yes' },
    JSON.parse('{"requests":{"__proto__":{"tool":"T"}}}'),
  ]
  it.each(values)('%j leaves everything readable', async (agentState) => {
    await agent.socket.request('update-state', { sid: agent.id, expectedVersion: 1, agentState })
    await readAll()
  })

  it.each(values)('%j at creation leaves everything readable', async (agentState) => {
    await scene.asleep({ agentState: agentState as object })
    await readAll()
  })
})

describe('metadata that are not what they should be', () => {
  const values: unknown[] = [
    null,
    1,
    'text',
    [],
    {},
    { path: 1, host: null, name: {}, summary: 'x', flavor: 7 },
    { path: '/w', lifecycleState: ['archived'], worktree: 'x', capabilities: 'all' },
    { path: '/w', summary: { text: 1, updatedAt: 'x' }, claudeSessionId: 5, machineId: {} },
    { path: '/w', supersededBySessionId: 'another', opencodeClearOperation: { state: 'reserved' } },
    JSON.parse('{"__proto__":{"path":"/x"},"path":"/w"}'),
  ]
  it.each(values)('%j leave everything readable', async (metadata) => {
    await agent.socket.request('update-metadata', { sid: agent.id, expectedVersion: 1, metadata })
    await readAll()
  })

  it('cannot say which session replaced this one', async () => {
    const other = await scene.asleep()
    const metadata = { path: '/w', supersededBySessionId: other }
    await agent.socket.request('update-metadata', { sid: agent.id, expectedVersion: 1, metadata })
    expect((await scene.detail(agent.id)).id).toBe(agent.id)
  })
})

describe('messages that are not what they should be', () => {
  it.each<unknown>([
    'text that is no JSON',
    '{"role":"agent"',
    {},
    { role: 'agent' },
    { role: 'agent', content: null },
    {
      role: 'agent',
      content: { type: 'output', data: { type: 'assistant', message: { content: [null, 1] } } },
    },
    { role: 'agent', content: { type: 'codex', data: { type: 'plan', entries: [null, { content: 1 }] } } },
    { role: 'user', content: { type: 'text', text: 5 } },
    { role: 5, content: [] },
    { role: 'agent', content: { type: 'codex', data: { type: 'token_count', info: 'x' } } },
    JSON.parse('{"role":"agent","content":{"__proto__":{"type":"codex"}}}'),
  ])('%j leaves everything readable', async (message) => {
    await agent.emit('message', { sid: agent.id, message, createdAt: Number.MAX_VALUE, localId: 'x' })
    await readAll()
    expect(errors()).toEqual([])
  })
})

describe('a socket of another namespace', () => {
  it.each<[string, (sid: string) => object]>([
    ['message', (sid) => ({ sid, message: { role: 'agent', content: 'x' } })],
    ['session-alive', (sid) => ({ sid, time: scene.now, thinking: true })],
    ['session-ready', (sid) => ({ sid })],
    ['session-end', (sid) => ({ sid, reason: 'completed' })],
    ['messages-consumed', (sid) => ({ sid, localIds: ['l'] })],
    ['messages-indeterminate', (sid) => ({ sid, localIds: ['l'] })],
    ['native-queue-message', (sid) => ({ sid, localId: 'l', text: null })],
    ['messages-steer-state', (sid) => ({ sid, localIds: ['l'], state: 'dispatching' })],
  ])('is told so when it sends %s, and nothing changes', async (event, payload) => {
    const spy = await scene.session({ namespace: FOREIGN })
    const events = await scene.events()
    const before = dumpTables(scene.hub)
    await spy.emit(event, payload(agent.id))
    expect([spy.socket.errors, dumpTables(scene.hub), await scene.settled(events)]).toEqual([
      [{ message: 'session access denied', code: 'access-denied', scope: 'session', id: agent.id }],
      before,
      [],
    ])
  })

  it.each([
    ['update-metadata', { metadata: { path: '/x' } }],
    ['update-state', { agentState: {} }],
  ])('is acknowledged with an error when it sends %s', async (event, payload) => {
    const spy = await scene.session({ namespace: FOREIGN })
    const before = dumpTables(scene.hub)
    const ack = await spy.socket.request(event, { sid: agent.id, expectedVersion: 1, ...payload })
    expect([ack, dumpTables(scene.hub)]).toEqual([{ result: 'error', reason: 'access-denied' }, before])
  })

  it('hears nothing of a session whose id it names when it connects', async () => {
    const cli = scene.hub.cli(FOREIGN)
    const spy = await cli.connectSession(agent.id)
    const heard: unknown[] = []
    spy.onUpdate((update) => heard.push(update))
    await scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: SECRET_TEXT })
    await spy.request('ping')
    spy.close()
    expect(heard).toEqual([])
  })
})

describe('RPC names that are not the socket’s own', () => {
  it('are not called: of another session, another namespace, another machine', async () => {
    const { id } = await scene.session({ agentState: { requests: { r: { tool: 'T', arguments: {} } } } })
    await scene.runner()
    const spies = [agent, await scene.session({ namespace: FOREIGN })]
    const calls: unknown[] = []
    for (const spy of spies) {
      spy.socket.socket.on('rpc-request', (request: unknown) => calls.push(request))
      for (const method of [
        `${id}:permission`,
        `${id}:abort`,
        'm:spawn-happy-session',
        'permission',
        `${id}:`,
      ]) {
        await spy.emit('rpc-register', { method })
      }
    }
    const answers = [
      await scene.raw('POST', `/api/sessions/${id}/permissions/r/approve`, {}),
      await scene.raw('POST', `/api/sessions/${id}/abort`, {}),
      await scene.raw('POST', '/api/machines/m/spawn', { directory: '/w' }),
    ]
    expect([calls, answers.map(({ status, body }) => body.type ?? status)]).toEqual([[], [409, 409, 'error']])
  })

  it('are logged once a socket, without names or words', async () => {
    for (let index = 0; index < 10; index++)
      await agent.emit('rpc-register', { method: `${SECRET_TEXT}:${index}` })
    const warnings = scene.log.lines.filter(({ level }) => level === 'warn')
    expect([warnings.length, scene.log.text.includes(SECRET_TEXT)]).toEqual([1, false])
  })

  it('cannot be dropped by another socket', async () => {
    await agent.serve('abort', () => null)
    const spy = await scene.session()
    await spy.emit('rpc-unregister', { method: `${agent.id}:abort` })
    expect((await scene.raw('POST', `/api/sessions/${agent.id}/abort`, {})).status).toBe(200)
  })
})

describe('a connection', () => {
  it.each(['', 'x', `${TEST_TOKEN}x`, ':default'])('with the token %j is refused', async (token) => {
    const refused = new CliClient({ url: scene.hub.origin, token }).connectSession(agent.id)
    await expect(refused).rejects.toThrow('Invalid token')
  })

  it('leaves no token in the log, whatever it did', async () => {
    agent.socket.socket.io.engine.write('2/cli,["message"')
    const back = await scene.connect(agent.id)
    await back.flush()
    expect([TEST_TOKEN, SECRET_TEXT].filter((secret) => scene.log.text.includes(secret))).toEqual([])
  })
})
