import { afterEach, beforeEach, expect, it } from 'vitest'
import { MACHINE_RPC, SESSION_RPC, type SpawnRpcParams } from '../../contract/cli-plane.ts'
import { listMachines, spawnSession } from '../../contract/machine.ts'
import { listMessages, sendMessage } from '../../contract/message.ts'
import { archiveSession, getSession, reopenSession } from '../../contract/session.ts'
import type { CliSocket } from '../../demo/cli-client.ts'
import type { TestClient } from '../testing/test-client.ts'
import { TestHub } from '../testing/test-hub.ts'

const metadata = { host: 'box', platform: 'linux', capabilities: ['agent-availability'] }
let hub: TestHub
let api: TestClient
const sockets: CliSocket[] = []

beforeEach(async () => {
  hub = await TestHub.start()
  api = await hub.client()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await hub.close()
})

/** A runner whose agents always report under a new session id and consume every prompt. */
async function connectRunner(): Promise<void> {
  const cli = hub.cli()
  await cli.upsertMachine({ id: 'm', metadata })
  const runner = await cli.connectMachine('m')
  sockets.push(runner)
  runner.handle(MACHINE_RPC.spawn, async (params) => {
    const { directory, agent } = params as SpawnRpcParams
    const native = { claudeSessionId: 'c0ffee00-0000-4000-8000-000000000001' }
    const { id } = await cli.createSession({
      tag: crypto.randomUUID(),
      metadata: {
        path: directory,
        host: 'box',
        machineId: 'm',
        flavor: agent,
        lifecycleState: 'running',
        ...native,
      },
      agentState: {},
    })
    const child = await cli.connectSession(id)
    sockets.push(child)
    child.onUpdate(({ body }) => {
      if (body.t === 'new-message')
        child.emit('messages-consumed', { sid: id, localIds: [body.message.localId] })
    })
    child.handle(SESSION_RPC.killSession, async () => {
      const { metadataVersion, metadata: current } = await cli.getSession(id)
      await child.request('update-metadata', {
        sid: id,
        expectedVersion: metadataVersion,
        metadata: { ...current, lifecycleState: 'archived', archivedBy: 'cli' },
      })
      return { success: true, message: 'bye' }
    })
    child.emit('session-alive', { sid: id, time: hub.clock.now(), thinking: false })
    await child.request('ping')
    return { type: 'success', sessionId: id }
  })
  runner.emit('machine-alive', { machineId: 'm', time: hub.clock.now() })
  await runner.request('ping')
}

it('spawns, archives and reopens a session over real sockets', async () => {
  await connectRunner()
  const { machines } = await api.call(listMachines)
  expect(machines).toMatchObject([{ id: 'm', active: true, metadata }])
  const spawned = await api.call(spawnSession, { params: { id: 'm' }, body: { directory: '/w' } })
  const first = spawned.type === 'success' ? spawned.sessionId : spawned.message
  await api.call(sendMessage, { params: { id: first }, body: { text: 'before' } })
  await api.call(archiveSession, { params: { id: first }, body: {} })
  hub.clock.advance(1000)

  const { sessionId, resumed } = await api.call(reopenSession, { params: { id: first }, body: {} })
  expect([resumed, sessionId === first]).toEqual([true, false])
  const { session } = await api.call(getSession, { params: { id: first } })
  expect(session).toMatchObject({ id: sessionId, active: true, metadata: { lifecycleState: 'running' } })
  await api.call(sendMessage, { params: { id: first }, body: { text: 'after', localId: 'l' } })
  const { messages } = await api.call(listMessages, { params: { id: sessionId } })
  const texts = messages.map(({ content }) => (content as { content: { text: string } }).content.text)
  expect(texts).toEqual(['before', 'after'])
})
