import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentPlane, handled } from '../testing/agent-plane.ts'
import { AGENT_EVENTS, garbage, randomNumbers } from '../testing/garbage.ts'
import type { ClientSocket } from '../testing/socket-host.ts'

const ROUNDS = 300

let plane: AgentPlane
let client: ClientSocket

beforeEach(async () => {
  plane = await AgentPlane.start()
  plane.services.sessions.set('s1', 'default')
  plane.services.machines.set('m1', 'default')
  client = await plane.connect({ sessionId: 's1', machineId: 'm1' })
  plane.services.take()
})
afterEach(() => plane.close())

it.each(AGENT_EVENTS)('survives garbage as %s and changes nothing', async (event) => {
  const random = randomNumbers(event.length * 7919)
  for (let round = 0; round < ROUNDS; round++) {
    const args = Array.from({ length: Math.floor(random() * 3) }, () => garbage(random))
    if (random() < 0.3) client.emit(event, ...args, () => {})
    else client.emit(event, ...args)
  }
  await handled(client)
  expect(plane.services.take()).toEqual([])
  expect(plane.logged.filter(({ level }) => level === 'error')).toEqual([])
})

it('survives nesting deeper than the stack, whatever carries it', async () => {
  const depth = 40_000
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
  plane.services.outcome = { result: 'success', version: 2, value: JSON.parse(nested) }
  await plane.connect({ sessionId: 's1' })
  const raw = client.io.engine
  for (const event of ['update-metadata', 'message', 'session-alive']) {
    raw.write(
      `2/cli,99["${event}",{"sid":"s1","expectedVersion":1,"metadata":${nested},"message":${nested}}]`,
    )
  }
  await handled(client)
  expect(client.connected).toBe(true)
  expect(plane.logged.map(({ message, fields }) => fields.event ?? message)).toEqual([
    'An update could not be encoded and was not sent',
    'update-metadata acknowledgement',
  ])
})

it.each([
  'hello',
  '2',
  '2/cli,["message"',
  '2/cli,{"sid":1}',
  '5/cli,',
  '451-/cli,["message",{"_placeholder":true,"num":99}]',
  '3/cli,99[]',
  '9',
  '2/cli,["newListener",{}]',
  '2/cli,["disconnect"]',
])('loses at most the socket that sends the packet %j', async (packet) => {
  const other = await plane.connect({ sessionId: 's1' })
  client.io.engine.write(packet)
  await handled(other)
  expect(other.connected).toBe(true)
})
