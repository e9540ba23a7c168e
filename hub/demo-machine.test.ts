import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSessionFile } from '../contract/file.ts'
import { forkSession, rewindSession } from '../contract/history.ts'
import {
  getAgentAvailability,
  listMachineDirectory,
  listMachines,
  spawnSession,
} from '../contract/machine.ts'
import { cancelMessage, listMessages, sendMessage, steerMessage } from '../contract/message.ts'
import { approvePermission, denyPermission } from '../contract/permission.ts'
import { abortSession, archiveSession, getSession, reopenSession, type Session } from '../contract/session.ts'
import { getUsageSummary } from '../contract/usage.ts'
import { DemoMachine } from '../demo/machine.ts'
import type { EventReader } from './testing/event-reader.ts'
import type { TestClient } from './testing/test-client.ts'
import { TestHub } from './testing/test-hub.ts'

const SHOP = '/home/alex/projects/shop'
let hub: TestHub
let client: TestClient
let events: EventReader
let machine: DemoMachine

beforeEach(async () => {
  hub = await TestHub.start()
  client = await hub.client()
  events = await client.events()
  machine = await DemoMachine.start({ client: hub.cli(), id: 'demo', host: 'Demo', speed: 10_000 })
})

afterEach(async () => {
  await machine.stop()
  events.close()
  await hub.close()
})

async function spawn(agent = 'agentA', directory = SHOP, extra: object = {}): Promise<string> {
  const result = await client.call(spawnSession, {
    params: { id: 'demo' },
    body: { directory, agent, ...extra },
  })
  if (result.type !== 'success') throw new Error(result.message)
  return result.sessionId
}

const say = (id: string, text: string, localId: string = crypto.randomUUID()) =>
  client.call(sendMessage, { params: { id }, body: { text, localId } })

const messageWith = (id: string, text: string) =>
  events.until(
    'message-received',
    (e) => e.sessionId === id && JSON.stringify(e.message.content).includes(text),
  )

const sessionOf = async (id: string): Promise<Session> =>
  (await client.call(getSession, { params: { id } })).session

/** The id of the request the session puts before its owner. */
async function request(id: string): Promise<string> {
  const asks = (data: unknown) =>
    Object.keys(
      (data as { agentState?: { value?: Session['agentState'] } })?.agentState?.value?.requests ?? {},
    )
  const event = await events.until('session-updated', (e) => e.sessionId === id && asks(e.data).length > 0)
  return asks(event.data)[0] as string
}

it('is a machine that is online and says which agents it has', async () => {
  const { machines } = await client.call(listMachines)
  expect(machines.map((m) => [m.id, m.metadata?.host])).toEqual([['demo', 'Demo']])
  const availability = await client.call(getAgentAvailability, { params: { id: 'demo' } })
  const agents = 'agents' in availability ? availability.agents : []
  expect(agents.filter((a) => a.available).map((a) => a.agent)).toEqual([
    'claude',
    'codex',
    'grok',
    'pi',
    'opencode',
  ])
})

it('shows its folders, hidden ones on request', async () => {
  const names = async (includeHidden: boolean) => {
    const body = { path: '/home/alex', includeHidden }
    const result = await client.call(listMachineDirectory, { params: { id: 'demo' }, body })
    return result.success ? result.entries.map((entry) => entry.name) : result.error
  }
  expect([await names(false), await names(true)]).toEqual([
    ['Documents', 'projects'],
    ['Documents', 'projects', '.zshrc'],
  ])
})

it('answers a prompt and counts its tokens', async () => {
  const id = await spawn()
  await say(id, 'hello')
  await messageWith(id, 'You wrote: *hello*')
  const { totals } = await client.call(getUsageSummary, { query: { range: 'all' } })
  expect(totals.outputTokens).toBeGreaterThan(0)
})

it('runs a command only once it is allowed', async () => {
  const id = await spawn()
  await say(id, 'run the tests')
  const requestId = await request(id)
  await client.call(approvePermission, { params: { id, requestId }, body: {} })
  await messageWith(id, '12 tests pass')
  const { agentState } = await sessionOf(id)
  expect([agentState?.requests, agentState?.completedRequests?.[requestId]?.status]).toEqual([{}, 'approved'])
})

it('leaves a file as it is when it is told no', async () => {
  const id = await spawn()
  await say(id, 'change the checkout')
  await client.call(denyPermission, { params: { id, requestId: await request(id) }, body: {} })
  await messageWith(id, 'I left the file as it was')
  expect(machine.disk.editedBelow(SHOP)).toEqual([])
})

it('edits a file that can be read afterwards, and keeps a to-do list', async () => {
  const id = await spawn('agentB', SHOP, { permissionMode: 'yolo' })
  await say(id, 'change the checkout')
  await messageWith(id, 'Done. I changed')
  const file = await client.call(readSessionFile, { params: { id }, query: { path: 'src/checkout.ts' } })
  const text = file.success ? Buffer.from(file.content, 'base64').toString() : file.error
  expect(text).toContain('cart.items.length > 0')
  expect((await sessionOf(id)).todos?.map((todo) => todo.content)).toEqual([
    'Read src/checkout.ts',
    'Make the change',
    'Run the tests',
  ])
})

it('goes on with the answer to its question', async () => {
  const id = await spawn('opencode')
  await say(id, 'ask me something')
  const answers = { 0: ['Terracotta'] }
  await client.call(approvePermission, { params: { id, requestId: await request(id) }, body: { answers } })
  await messageWith(id, 'Then **Terracotta** it is.')
})

it('stops when it is told to', async () => {
  const id = await spawn()
  await say(id, 'run the tests')
  const requestId = await request(id)
  await client.call(abortSession, { params: { id } })
  await messageWith(id, 'Stopped by the owner')
  expect((await sessionOf(id)).agentState?.completedRequests?.[requestId]?.status).toBe('canceled')
})

it('gives back a prompt it has not begun, and takes one in while it works', async () => {
  const id = await spawn('pi')
  await say(id, 'ask me something')
  const requestId = await request(id)
  await say(id, 'never mind', 'taken-back')
  await say(id, 'use terracotta', 'steered')
  const params = (messageId: string) => ({ params: { id, messageId } })
  expect(await client.call(cancelMessage, params('taken-back'))).toEqual({
    status: 'cancelled',
    localId: 'taken-back',
  })
  expect(await client.call(steerMessage, params('steered'))).toEqual({
    status: 'steered',
    localId: 'steered',
  })
  await client.call(denyPermission, { params: { id, requestId }, body: {} })
  await messageWith(id, 'No answer, so I leave the mug white.')
})

it.each([
  ['claude', false],
  ['codex', true],
])('comes back after it was archived (%s)', async (agent, keepsId) => {
  const id = await spawn(agent)
  await say(id, 'hello')
  await messageWith(id, 'You wrote')
  await client.call(archiveSession, { params: { id } })
  await events.until('session-ended', (e) => e.sessionId === id)
  const { sessionId } = await client.call(reopenSession, { params: { id } })
  expect(sessionId === id).toBe(keepsId)
  await say(sessionId, 'are you back?')
  await messageWith(sessionId, 'are you back?')
  const { messages } = await client.call(listMessages, { params: { id: sessionId } })
  expect(messages.filter((m) => JSON.stringify(m.content).includes('You wrote: *hello*'))).toHaveLength(1)
})

it.each(['claude', 'codex'])('forks and rewinds a conversation (%s)', async (agent) => {
  const id = await spawn(agent)
  const answered = async (text: string) => {
    await say(id, text, text)
    await messageWith(id, `You wrote: *${text}*`)
    await events.until(
      'message-received',
      (e) => e.sessionId === id && JSON.stringify(e.message.content).includes('"ready"'),
      events.received.findIndex(({ event }) => JSON.stringify(event).includes(`You wrote: *${text}*`)),
    )
  }
  const prompts = async (of: string) => {
    const { messages } = await client.call(listMessages, { params: { id: of } })
    return messages.flatMap(({ localId }) => localId ?? [])
  }
  await answered('one')
  await answered('two')
  const at = { messageLocalId: 'two' }
  const { sessionId } = await client.call(forkSession, { params: { id }, body: at })
  expect([await prompts(sessionId), await prompts(id)]).toEqual([['one'], ['one', 'two']])
  await say(sessionId, 'three')
  await messageWith(sessionId, 'You wrote: *three*')
  await client.call(rewindSession, { params: { id }, body: at })
  expect(await prompts(id)).toEqual(['one'])
  const { metadata } = await sessionOf(id)
  expect(metadata?.conversationHistoryPoints).toEqual({ one: true })
})

it('says which agent is not installed', async () => {
  const body = { directory: SHOP, agent: 'cursor' }
  expect(await client.call(spawnSession, { params: { id: 'demo' }, body })).toEqual({
    type: 'error',
    message: 'Cursor is not installed on this computer',
    code: 'agent_unavailable',
    agent: 'cursor',
  })
})
