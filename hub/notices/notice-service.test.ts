import { afterEach, beforeEach, expect, it } from 'vitest'
import { SESSION_ALIVE_TIMEOUT_MS } from '../../contract/cli-plane.ts'
import { listDeliveries } from '../../contract/owner.ts'
import { FakePushGateway } from '../testing/fake-push-gateway.ts'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'
import { READY_COOLDOWN_MS, REQUEST_DEBOUNCE_MS } from './notice-service.ts'

/*
 * Through a whole hub: what an agent says on its socket, until it arrives at a gateway. A failed task is
 * announced at once, so one at the end marks that nothing else is to come.
 */

let gateway: FakePushGateway
let scene: HubScene
let agent: SceneAgent
let version: number

beforeEach(async () => {
  gateway = await FakePushGateway.open()
  process.env.SVC_PUSH_GATEWAY_ORIGIN = gateway.origin
  scene = await HubScene.open({ settings: { pushGatewaySendKey: 'key' } })
  agent = await scene.session({ metadata: { path: '/w/app' } })
  version = 1
})

afterEach(async () => {
  await scene.close()
  await gateway.close()
  delete process.env.SVC_PUSH_GATEWAY_ORIGIN
})

const tool = (name: string) => ({ tool: name, arguments: {} })

async function pending(...tools: string[]) {
  const requests = Object.fromEntries(tools.map((name) => [name, tool(name)]))
  const answer = await agent.socket.request('update-state', {
    sid: agent.id,
    expectedVersion: version,
    agentState: { requests },
  })
  expect(answer).toMatchObject({ result: 'success' })
  version += 1
}

const say = (content: object) => agent.emit('message', { sid: agent.id, message: { role: 'agent', content } })
const ready = () => say({ id: crypto.randomUUID(), type: 'event', data: { type: 'ready' } })
const task = (status: string) =>
  say({ type: 'output', data: { type: 'system', subtype: 'task_notification', summary: 'T', status } })
const advance = (ms: number) => scene.hub.clock.advance(ms)

/** First lines of everything announced so far. */
async function announced(): Promise<string[]> {
  const marker = gateway.next()
  await agent.alive()
  await task('failed')
  let last = await marker
  while (last.title !== 'Task failed') last = await gateway.next()
  const texts = gateway.posts.map(({ title, desp }) =>
    title === 'Permission Request' ? desp.split('\n')[0] : title,
  )
  return texts.filter((text) => text !== 'Task failed') as string[]
}

it('announces a request after the pause, once', async () => {
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS - 1)
  expect(await announced()).toEqual([])
  advance(1)
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS)
  expect(await announced()).toEqual(['Claude A'])
})

it('starts the pause anew for every new request, and announces the first that is pending', async () => {
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS - 1)
  await pending('A', 'B')
  advance(REQUEST_DEBOUNCE_MS - 1)
  expect(await announced()).toEqual([])
  advance(1)
  expect(await announced()).toEqual(['Claude A'])
})

it('does not restart the pause when only other things change', async () => {
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS - 1)
  await pending('A')
  advance(1)
  expect(await announced()).toEqual(['Claude A'])
})

it('never announces what was answered during the pause', async () => {
  await pending('A')
  await pending()
  advance(REQUEST_DEBOUNCE_MS)
  expect(await announced()).toEqual([])
})

it('announces the next one when the first was answered during the pause', async () => {
  await pending('A', 'B')
  await pending('B')
  advance(REQUEST_DEBOUNCE_MS)
  expect(await announced()).toEqual(['Claude B'])
})

it('announces a new request beside one that still waits, and no request twice', async () => {
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS)
  await pending('A', 'B')
  advance(REQUEST_DEBOUNCE_MS)
  expect((await announced()).sort()).toEqual(['Claude A', 'Claude B'])
})

it('announces the same name again when it was answered in between', async () => {
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS)
  await pending()
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS)
  expect(await announced()).toEqual(['Claude A', 'Claude A'])
})

it('skips inactive sessions, and announces what still waits when the agent is back', async () => {
  await pending('A')
  await agent.end()
  advance(REQUEST_DEBOUNCE_MS)
  await agent.alive()
  advance(REQUEST_DEBOUNCE_MS - 1)
  expect(await announced()).toEqual([])
  advance(1)
  expect(await announced()).toEqual(['Claude A'])
})

it('forgets what it announced when the agent fell silent', async () => {
  await pending('A')
  advance(REQUEST_DEBOUNCE_MS)
  expect(await announced()).toEqual(['Claude A'])
  advance(SESSION_ALIVE_TIMEOUT_MS + 10_000)
  await agent.alive()
  advance(REQUEST_DEBOUNCE_MS)
  expect(await announced()).toEqual(['Claude A', 'Claude A'])
})

it('says that a session is ready at most once in five seconds', async () => {
  await ready()
  advance(READY_COOLDOWN_MS - 1)
  await ready()
  expect(await announced()).toEqual(['Ready for input'])
  advance(1)
  await ready()
  expect(await announced()).toEqual(['Ready for input', 'Ready for input'])
})

it('quotes the last words of the agent among its newest messages', async () => {
  await agent.say('All tests pass.')
  await task('completed')
  const post = gateway.next()
  await ready()
  expect(await post).toMatchObject({ title: 'Claude - app', desp: 'All tests pass.' })
})

it('announces a completed session, and no other end', async () => {
  await agent.end('terminated')
  await agent.alive()
  expect(await announced()).toEqual([])
  const post = gateway.next()
  await agent.end('completed')
  expect(await post).toMatchObject({ title: 'Session completed', desp: 'Claude · app' })
  // A hub that has stopped has recorded what was under way.
  await scene.hub.restart()
  const { deliveries } = await (await scene.hub.client()).call(listDeliveries)
  expect(deliveries[0]).toMatchObject({ event: 'completion', channel: 'push-gateway', sessionId: agent.id })
})
