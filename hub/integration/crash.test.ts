import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DecryptedMessage } from '../../contract/message.ts'
import { HubProcess } from '../testing/hub-process.ts'
import type { SceneAgent } from '../testing/hub-scene.ts'
import type { TestClient } from '../testing/test-client.ts'

const SENDS = 400
const AT_ONCE = 40

let hub: HubProcess
let api: TestClient
let agent: SceneAgent
const start = async () => {
  hub = await HubProcess.start()
  api = await hub.client()
  agent = await hub.session()
}
const close = () => hub.close()

const path = (rest = '') => `/api/sessions/${agent.id}${rest}`

/** Every row of the conversation, oldest first, and the epoch. */
async function history(): Promise<{ rows: DecryptedMessage[]; epoch: number }> {
  const rows: DecryptedMessage[] = []
  let query = 'afterSeq=0&afterAt=0'
  for (;;) {
    const { messages, page } = (await api.raw('GET', path(`/messages?limit=200&${query}`))).body
    rows.push(...messages)
    if (!page.hasMore) return { rows, epoch: page.epoch }
    query = `afterSeq=${page.nextAfterSeq}&afterAt=${page.nextAfterAt}`
  }
}

/** Kills the process at the `count`th call. */
function killAfter(count: number): { hit(): void; killed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  return {
    hit() {
      left -= 1
      if (left === 0) resolve(hub.kill())
    },
    killed: promise,
  }
}

/** Sends many prompts at once and kills the hub after so many answers; the localIds it said yes to. */
async function burst(answers: number): Promise<string[]> {
  const acknowledged: string[] = []
  const { hit, killed } = killAfter(answers)
  const localIds = Array.from({ length: SENDS }, (_, index) => `l${index}`)
  const worker = async () => {
    for (let localId = localIds.shift(); localId !== undefined; localId = localIds.shift()) {
      const answer = await api.raw('POST', path('/messages'), { text: localId, localId })
      if (answer.status !== 200) throw new Error(`${answer.status}`)
      acknowledged.push(localId)
      hit()
    }
  }
  await Promise.allSettled([killed, ...Array.from({ length: AT_ONCE }, worker)])
  return acknowledged
}

describe.each([1, 60, 250])('a hub that is killed after %i of many sends', (answers) => {
  let acknowledged: string[]
  let integrity: unknown
  beforeAll(async () => {
    await start()
    acknowledged = await burst(answers)
    integrity = hub.checkDatabase()
    await hub.restart()
  })
  afterAll(close)

  it('was killed in the middle', async () => {
    const { rows } = await history()
    expect([acknowledged.length >= answers, rows.length < SENDS]).toEqual([true, true])
  })

  it('has each one it said yes to, once, in order, in a sound database', async () => {
    const { rows, epoch } = await history()
    const stored = rows.map(({ localId }) => localId)
    expect({
      integrity,
      epoch,
      lost: acknowledged.filter((localId) => !stored.includes(localId)),
      distinct: new Set(stored).size,
      seqs: rows.map(({ seq }) => seq),
      invoked: rows.filter(({ invokedAt }) => invokedAt !== null),
    }).toEqual({
      integrity: 'ok',
      epoch: 0,
      lost: [],
      distinct: stored.length,
      seqs: stored.map((_, index) => index + 1),
      invoked: [],
    })
  })

  it('hands what is queued to the agent that comes back, and archives nothing', async () => {
    const before = agent.prompts.length
    await agent.reconnect()
    await agent.alive()
    const { rows } = await history()
    const { active, metadata } = (await api.raw('GET', path())).body.session
    expect([
      agent.prompts.slice(before).map(([localId]) => localId),
      active,
      metadata.lifecycleState,
    ]).toEqual([rows.map(({ localId }) => localId), true, 'running'])
  })

  it('takes each send again without a second row', async () => {
    const { rows } = await history()
    for (const localId of acknowledged.slice(0, 20)) {
      await api.raw('POST', path('/messages'), { text: localId, localId })
    }
    expect((await history()).rows).toEqual(rows)
  })
})

describe('a hub that is killed', () => {
  beforeEach(start)
  afterEach(close)

  it('while an agent talks has everything it announced, and goes on after it', async () => {
    const events = await api.events()
    const { hit, killed } = killAfter(300)
    const announced: string[] = []
    const watching = (async () => {
      for (let from = 0; ; ) {
        const event = await events.until('message-received', () => true, from)
        from = events.received.findIndex((frame) => frame.event === event) + 1
        announced.push(event.message.id)
        hit()
      }
    })()
    for (let index = 0; index < 2000; index++) {
      const message = {
        role: 'agent',
        content: { type: 'codex', data: { type: 'message', message: `${index}` } },
      }
      agent.socket.emit('message', { sid: agent.id, message })
    }
    await Promise.allSettled([killed, watching])
    agent.socket.close()
    const integrity = hub.checkDatabase()
    await hub.restart()
    const { rows, epoch } = await history()
    const stored = new Set(rows.map(({ id }) => id))
    const said = rows.map(({ content }) => JSON.stringify(content).match(/"message":"(\d+)"/)?.[1])
    expect({
      integrity,
      epoch,
      lost: announced.filter((id) => !stored.has(id)),
      seqs: rows.map(({ seq }) => seq),
      said,
    }).toEqual({
      integrity: 'ok',
      epoch: 0,
      lost: [],
      seqs: rows.map((_, index) => index + 1),
      said: rows.map((_, index) => String(index)),
    })
  })

  it('between versioned writes has the last one it acknowledged', async () => {
    const { hit, killed } = killAfter(30)
    let last = { version: 1, agentState: {} as object }
    const writing = (async () => {
      for (let version = 1; version <= 200; version++) {
        const payload = { sid: agent.id, expectedVersion: version, agentState: { round: version } }
        last = (await agent.socket.request('update-state', payload)) as typeof last
        hit()
      }
    })()
    await Promise.race([killed, writing])
    await hub.restart()
    const { agentState, agentStateVersion } = (await api.raw('GET', path())).body.session
    expect([agentStateVersion >= last.version, agentState.round]).toEqual([true, agentStateVersion - 1])
  })
})
