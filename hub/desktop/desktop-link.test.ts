import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HubCommand, HubReport } from '../../contract/desktop.ts'
import { FOREIGN, HubScene } from '../testing/hub-scene.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { type DesktopLinkParts, serveDesktop } from './desktop-link.ts'
import { TOLD_AFTER_MS } from './waiting-list.ts'

type Decided = Extract<HubReport, { type: 'decided' }>

let scene: HubScene
let reports: HubReport[]
let ask: (command: HubCommand) => void
let answered: (report: Decided) => void

beforeEach(async () => {
  reports = []
  scene = await HubScene.open({
    desktop: {
      report(report) {
        reports.push(report)
        if (report.type === 'decided') answered(report)
      },
      onCommand(listener) {
        ask = listener
      },
    },
  })
})
afterEach(() => scene.close())

/** What was told last, after everything that happened so far has been told. */
function told() {
  scene.hub.clock.advance(TOLD_AFTER_MS)
  const report = reports.findLast(({ type }) => type === 'waiting')
  return report as Extract<HubReport, { type: 'waiting' }>
}

const decision = (command: Omit<Extract<HubCommand, { type: 'decide' }>, 'type'>): Promise<Decided> => {
  const { promise, resolve } = Promise.withResolvers<Decided>()
  answered = resolve
  ask({ type: 'decide', ...command })
  return promise
}

const bash = (command: string, createdAt: number) => ({ tool: 'Bash', arguments: { command }, createdAt })

describe('what waits for the owner', () => {
  it('is told from the beginning, empty as it may be', () => {
    expect(told()).toEqual({ type: 'waiting', items: [], working: [] })
  })

  it('names session, request and wish, the oldest first, and tells questions apart', async () => {
    const questions = { questions: [{ question: 'Which colour?' }] }
    const agent = await scene.session({
      metadata: { name: 'Shop' },
      agentState: {
        requests: {
          new: { tool: 'AskUserQuestion', arguments: questions, createdAt: 2 },
          old: bash('npm test', 1),
        },
      },
    })
    const about = { sessionId: agent.id, sessionName: 'Claude - Shop' }
    expect(told().items).toEqual([
      { ...about, requestId: 'old', kind: 'permission', text: expect.stringMatching(/^Bash: .*npm test/) },
      { ...about, requestId: 'new', kind: 'question', text: 'Which colour?' },
    ])
  })

  it('is what the agent still waits for', async () => {
    const agent = await scene.session({ agentState: { requests: { r: bash('ls', 1) } } })
    expect(told().items).toHaveLength(1)
    const { agentStateVersion } = await scene.detail(agent.id)
    await agent.socket.request('update-state', {
      sid: agent.id,
      expectedVersion: agentStateVersion,
      agentState: { requests: {} },
    })
    expect(told().items).toEqual([])
  })

  it('waits no longer once the agent is gone', async () => {
    const agent = await scene.session({ agentState: { requests: { r: bash('ls', 1) } } })
    expect(told().items).toHaveLength(1)
    await agent.end()
    expect(told().items).toEqual([])
  })

  it('leaves out what waits in the namespaces of others', async () => {
    await scene.session({ namespace: FOREIGN, agentState: { requests: { r: bash('ls', 1) } } })
    expect(told().items).toEqual([])
  })

  it('is not told again while nothing changes', async () => {
    const agent = await scene.session({ agentState: { requests: { r: bash('ls', 1) } } })
    told()
    const before = reports.length
    await agent.alive({ thinking: false })
    scene.hub.clock.advance(20_000)
    expect(reports).toHaveLength(before)
  })
})

describe('who works', () => {
  it('is every agent in a turn, of any namespace, until the turn ends', async () => {
    const agent = await scene.session({ metadata: { name: 'Shop' } })
    const other = await scene.session({ namespace: FOREIGN, metadata: { name: 'Blog' } })
    await agent.alive({ thinking: true })
    await other.alive({ thinking: true })
    expect(told().working).toEqual([
      { sessionId: agent.id, sessionName: 'Claude - Shop' },
      { sessionId: other.id, sessionName: 'Claude - Blog' },
    ])
    scene.hub.clock.advance(1000)
    await agent.alive({ thinking: false })
    expect(told().working.map(({ sessionId }) => sessionId)).toEqual([other.id])
  })
})

describe('a decision made in the tray', () => {
  it.each([true, false])('reaches the agent (allow: %s)', async (allow) => {
    const agent = await scene.session({ agentState: { requests: { r: bash('ls', 1) } } })
    await agent.serve('permission', () => undefined)
    const about = { sessionId: agent.id, requestId: 'r' }
    expect(await decision({ ...about, allow })).toEqual({ type: 'decided', ...about })
    expect(agent.calls).toEqual([{ method: 'permission', params: { id: 'r', approved: allow } }])
  })

  it.each([
    ['a request that is not pending', async () => (await scene.session()).id],
    ['a session that is not active', () => scene.asleep({ agentState: { requests: { r: bash('ls', 1) } } })],
    [
      'a session of somebody else',
      async () =>
        (await scene.session({ namespace: FOREIGN, agentState: { requests: { r: bash('ls', 1) } } })).id,
    ],
    ['no session at all', async () => 'nobody'],
  ])('on %s is answered with the problem', async (_, sessionIn) => {
    const sessionId = await sessionIn()
    expect(await decision({ sessionId, requestId: 'r', allow: true })).toEqual({
      type: 'decided',
      sessionId,
      requestId: 'r',
      problem: expect.any(String),
    })
  })
})

describe('the code of the owner', () => {
  it('is told when it was replaced, so that the window finds in again', async () => {
    scene.hub.config.sources.cliApiToken = 'file'
    const { body } = await scene.raw('POST', '/api/access-token/rotate')
    const report = reports.find(({ type }) => type === 'access-token')
    expect(report).toEqual({ type: 'access-token', accessToken: body.accessToken })
    expect(body.accessToken).toMatch(/^[\w-]{40,}$/)
  })
})

describe('after sleep or a change of the network', () => {
  it('every stream is written to, and those through this computer’s own addresses live on', async () => {
    const reader = await scene.events({ all: 'true' })
    const before = reader.received.length
    ask({ type: 'check-streams' })
    await reader.until('heartbeat', () => true, before)
    expect((await scene.raw('GET', '/health')).status).toBe(200)
  })

  it('a connection through an address the computer no longer has is ended', () => {
    const server = new EventEmitter()
    const hooks = {
      onKeepAlive() {},
      onAgentState() {},
      onMetadataSent() {},
      onBecameInactive() {},
      onRemoved() {},
    }
    serveDesktop({
      channel: {
        report() {},
        onCommand(listener) {
          ask = listener
        },
      },
      sessions: hooks as unknown as DesktopLinkParts['sessions'],
      permissions: {} as DesktopLinkParts['permissions'],
      bus: { beat() {} },
      server: server as Server,
      ownAddresses: () => ['192.168.1.5', 'fe80::1'],
      clock: new ManualClock(),
    })
    const ended: string[] = []
    for (const localAddress of ['::ffff:192.168.1.5', '10.0.0.7', '127.0.0.1', 'fe80::1%eth0', '::1']) {
      const socket = Object.assign(new EventEmitter(), {
        localAddress,
        destroy: () => void ended.push(localAddress),
      })
      server.emit('connection', socket)
    }
    ask({ type: 'check-streams' })
    expect(ended).toEqual(['10.0.0.7'])
  })
})
