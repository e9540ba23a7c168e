import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UpdateEnvelope } from '../../contract/cli-plane.ts'
import { AccessTokens } from '../auth/access-token.ts'
import { readJson } from '../http/body.ts'
import { handleErrors } from '../http/middleware/errors.ts'
import { AgentLink } from '../link/agent-link.ts'
import { MachineService } from '../machines/machine-service.ts'
import { MessageService } from '../messages/message-service.ts'
import { EventBus } from '../realtime/bus.ts'
import { SessionService } from '../sessions/session-service.ts'
import { Database } from '../store/database.ts'
import { MachinesTable } from '../store/machines.ts'
import { MessagesTable } from '../store/messages.ts'
import { SessionsTable } from '../store/sessions.ts'
import { BASE_TOKEN, handled } from '../testing/agent-plane.ts'
import { AGENT_EVENTS, garbage, randomNumbers } from '../testing/garbage.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { type ClientSocket, heard, SocketHost } from '../testing/socket-host.ts'
import { serveAgentSockets } from './agent-sockets.ts'
import { cliRoutes } from './cli-routes.ts'

/** The agent plane above the services it will really have; the lifecycle of sessions is left out. */
async function startPlane() {
  const errors: unknown[] = []
  const note = (message: string, fields: object = {}) => void errors.push({ message, ...fields })
  const log = { debug() {}, info() {}, warn() {}, error: note }
  const clock = new ManualClock()
  const db = Database.open(':memory:', log)
  let listener: RequestListener = (_request, response) => response.end()
  const host = await SocketHost.start({ listener: (request, response) => listener(request, response) })
  const link = new AgentLink({ io: host.io, clock, log })
  const bus = new EventBus({ clock, log })
  const table = new MessagesTable(db)
  const sessions = new SessionService({
    db,
    sessions: new SessionsTable(db),
    messages: table,
    bus,
    clock,
    idleTimeoutMs: 60_000,
  })
  const messages = new MessageService({ db, messages: table, sessions, bus, link, clock })
  const machines = new MachineService({ db, machines: new MachinesTable(db), bus, link, clock })
  const tokens = new AccessTokens(BASE_TOKEN)
  const verify = (token: string) => tokens.verify(token)
  const lifecycle = { end: (id: string) => sessions.markInactive(id) }
  serveAgentSockets({
    io: host.io,
    verify,
    db,
    link,
    services: { sessions, messages, machines, lifecycle },
    clock,
    log,
  })
  const app = new Koa()
  app.use(handleErrors(log))
  app.use(
    cliRoutes({
      verify,
      readJson,
      sessionSummaryContract: () => false,
      db,
      services: { sessions, messages, machines, lifecycle: {} as never },
    }),
  )
  listener = app.callback()
  return { host, db, link, clock, sessions, messages, machines, errors }
}

let plane: Awaited<ReturnType<typeof startPlane>>
let sid: string

beforeEach(async () => {
  plane = await startPlane()
  const machine = { id: 'm1', metadata: { host: 'box', platform: 'linux' } }
  const { session } = (await post('/sessions', {
    tag: 't',
    metadata: { path: '/a', host: 'box', claudeSessionId: 'native' },
    agentState: {},
    machine,
  })) as { session: { id: string } }
  sid = session.id
})
afterEach(async () => {
  await plane.host.close()
  plane.db.close()
})

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${BASE_TOKEN}` }
  const response = await fetch(`${plane.host.origin}/cli${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return response.json()
}

const connect = () => plane.host.connect({ token: BASE_TOKEN, sessionId: sid, machineId: 'm1' })

const prompt = (localId: string) =>
  plane.messages.send(plane.sessions.require('default', sid), { text: 'hello', localId } as never)

describe('a session over the agent plane', () => {
  it('becomes active, takes what its agent says and relays it to its other CLI', async () => {
    const [client, other] = [await connect(), await connect()]
    client.emit('session-alive', { sid, time: plane.clock.now(), thinking: true })
    const update = heard<UpdateEnvelope>(other, 'update')
    client.emit('message', { sid, message: JSON.stringify({ role: 'agent', content: { type: 'x' } }) })
    await handled(client)
    expect(plane.sessions.toSession(plane.sessions.require('default', sid))).toMatchObject({
      active: true,
      thinking: true,
    })
    expect((await update).body).toMatchObject({
      t: 'new-message',
      sid,
      message: { seq: 1, localId: null, content: { role: 'agent', content: { type: 'x' } } },
    })
  })

  it('keeps carried metadata, and answers a stale version with what is stored', async () => {
    const client = await connect()
    const change = { sid, expectedVersion: 1, metadata: { path: '/b', host: 'box' } }
    const stored = { path: '/b', host: 'box', claudeSessionId: 'native' }
    expect(await client.emitWithAck('update-metadata', change)).toEqual({
      result: 'success',
      version: 2,
      metadata: stored,
    })
    expect(await client.emitWithAck('update-metadata', change)).toEqual({
      result: 'version-mismatch',
      version: 2,
      metadata: stored,
    })
  })

  it('gets its queued prompts when its CLI joins', async () => {
    const client = await connect()
    client.emit('session-alive', { sid, time: plane.clock.now(), thinking: false })
    await handled(client)
    client.disconnect()
    prompt('l1')
    const late = plane.host.open({ token: BASE_TOKEN, sessionId: sid })
    expect((await heard<UpdateEnvelope>(late, 'update')).body).toMatchObject({
      t: 'new-message',
      message: { localId: 'l1' },
    })
  })

  it('confirms steering only for rows that changed', async () => {
    const client = await connect()
    prompt('l1')
    const steer = { sid, localIds: ['l1'], state: 'dispatching' }
    expect(await client.emitWithAck('messages-steer-state', steer)).toEqual({ ok: true })
    client.emit('messages-consumed', { sid, localIds: ['l1'] })
    expect(await client.emitWithAck('messages-steer-state', steer)).toEqual({ ok: false })
  })

  it('registers its machine, whose runner is heard', async () => {
    const runner = await connect()
    const runnerState = { status: 'running' }
    expect(
      await runner.emitWithAck('machine-update-state', { machineId: 'm1', expectedVersion: 1, runnerState }),
    ).toEqual({ result: 'success', version: 2, runnerState })
    expect(plane.machines.require('default', 'm1').active).toBe(true)
  })
})

/** Every row of every table. */
function contents(): unknown[] {
  return ['sessions', 'messages', 'machines'].map((table) =>
    plane.db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all(),
  )
}

const ROUNDS = 200

function throwGarbage(client: ClientSocket, event: string, known: Record<string, unknown>): void {
  const random = randomNumbers(event.length * 104_729)
  for (let round = 0; round < ROUNDS; round++) {
    if (random() < 0.5) client.emit(event, garbage(random, known), () => {})
    else client.emit(event, garbage(random, known))
  }
}

describe('garbage', () => {
  it('that names nothing leaves every row as it is', async () => {
    const client = await connect()
    prompt('l1')
    await handled(client)
    const before = contents()
    for (const event of AGENT_EVENTS) throwGarbage(client, event, {})
    await handled(client)
    expect([contents(), plane.errors]).toEqual([before, []])
  })

  it.each(AGENT_EVENTS)('as %s about rows that exist makes no handler fail', async (event) => {
    const client = await connect()
    prompt('l1')
    throwGarbage(client, event, { sid, machineId: 'm1' })
    throwGarbage(client, event, {
      sid,
      machineId: 'm1',
      time: plane.clock.now(),
      localIds: ['l1', 7],
      expectedVersion: 1,
    })
    await handled(client)
    expect(plane.errors).toEqual([])
    expect(plane.sessions.toSession(plane.sessions.require('default', sid)).id).toBe(sid)
  })
})
