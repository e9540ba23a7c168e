import { beforeEach, describe, expect, it } from 'vitest'
import { createScene, MESSAGES_PATH, type Scene } from '../testing/scene.ts'
import { LOAD_WITHOUT_STREAM_MS } from './hub-store.ts'
import type { MessageRow } from './message-row.ts'

let scene: Scene

beforeEach(() => {
  scene = createScene()
})

describe('loading', () => {
  it('shows list, session and the newest messages after the handshake, each fetched once', async () => {
    scene.hub.agentSays('hello')
    await scene.open()
    expect([
      scene.store.getConnection().state,
      scene.store.getSessions().sessions.map((session) => session.id),
      scene.store.getSession('s1').session?.id,
      scene.texts(),
      ['/api/sessions', '/api/sessions/s1', MESSAGES_PATH, '/api/machines'].map(scene.gets),
    ]).toEqual(['live', ['s1'], 's1', ['hello'], [1, 1, 1, 1]])
  })

  it('does without the stream when that cannot be had soon', async () => {
    scene.hub.hold('GET', '/api/events')
    await scene.open()
    const before = scene.store.getSessions().status
    scene.clock.advance(LOAD_WITHOUT_STREAM_MS)
    await scene.settle()
    expect([before, scene.store.getSessions().status, scene.store.getConnection().state]).toEqual([
      'loading',
      'ready',
      'connecting',
    ])
  })

  it('reports a session that does not exist', async () => {
    scene.store.start()
    scene.store.watchSession('gone')
    await scene.settle()
    expect(scene.store.getSession('gone').status).toBe('missing')
  })

  it('keeps the identity of snapshots that did not change', async () => {
    scene.hub.agentSays('hello')
    await scene.open()
    const before = [
      scene.store.getSessions(),
      scene.store.getSession('s1'),
      scene.store.getMessages('s1'),
      scene.store.getMachines(),
    ]
    scene.hub.publish({ type: 'session-updated', sessionId: 's1', data: { activeAt: 2000 } })
    scene.hub.cut({ forget: true })
    await scene.reconnect()
    const after = [
      scene.store.getSessions(),
      scene.store.getSession('s1'),
      scene.store.getMessages('s1'),
      scene.store.getMachines(),
    ]
    expect(after.map((snapshot, index) => snapshot === before[index])).toEqual([true, true, true, true])
  })
})

describe('sending', () => {
  it('shows the row at once, confirms it, and puts the server row in its place', async () => {
    await scene.open()
    const sending = scene.store.send('s1', { text: 'hi' })
    const atOnce = scene.statuses()
    await sending
    await scene.settle()
    scene.hub.consume('local-1')
    await scene.settle()
    expect([atOnce, scene.texts(), scene.statuses(), scene.rows()[0]?.id]).toEqual([
      ['sending'],
      ['hi'],
      ['sent'],
      'm1',
    ])
  })

  it('queues while the agent works, until the message is consumed', async () => {
    scene.hub.addSession({ thinking: true })
    await scene.open()
    await scene.store.send('s1', { text: 'later' })
    await scene.settle()
    const waiting = [scene.texts(), scene.queued()]
    scene.hub.agentSays('working')
    scene.hub.consume('local-1')
    await scene.settle()
    expect([waiting, scene.texts(), scene.queued()]).toEqual([[[], ['later']], ['working', 'later'], []])
  })

  it('drops the row and hands the text back when the hub refuses it', async () => {
    await scene.open()
    const body = { error: 'Session is inactive', code: 'session_inactive' }
    scene.hub.single('POST', MESSAGES_PATH, { status: 409, body })
    const outcome = await scene.store.send('s1', { text: 'refused' })
    await scene.settle()
    expect([outcome, scene.texts()]).toMatchObject([
      { ok: false, text: 'refused', rowKept: false, error: { status: 409, code: 'session_inactive' } },
      [],
    ])
  })

  it('takes a send whose answer was lost for sent when the hub announced it', async () => {
    await scene.open()
    const answer = scene.hub.hold('POST', MESSAGES_PATH)
    const sending = scene.store.send('s1', { text: 'hi' })
    await scene.settle()
    scene.hub.isReachable = false
    answer()
    expect([await sending, scene.texts()]).toEqual([{ ok: true, localId: 'local-1', isKept: false }, ['hi']])
  })

  it('keeps a row with attachments as failed, and sends it again on retry', async () => {
    await scene.open()
    const attachments = [{ id: 'a', filename: 'f', mimeType: 't', size: 1, path: '/f' }]
    scene.hub.single('POST', MESSAGES_PATH, { status: 409, body: { error: 'Session is inactive' } })
    const outcome = await scene.store.send('s1', { text: 'file', attachments })
    const failed = scene.statuses()
    const retried = await scene.store.retry('s1', scene.rows()[0] as MessageRow)
    await scene.settle()
    expect([outcome.ok, failed, retried, scene.texts(), scene.hub.messages.length]).toEqual([
      false,
      ['failed'],
      'resent',
      ['file'],
      1,
    ])
  })

  it('removes a cancelled message', async () => {
    scene.hub.addSession({ thinking: true })
    await scene.open()
    await scene.store.send('s1', { text: 'no' })
    await scene.settle()
    const outcome = await scene.store.cancel('s1', scene.store.getMessages('s1').queued[0] as MessageRow)
    expect([outcome, scene.queued(), scene.hub.messages]).toEqual(['cancelled', [], []])
  })
})

describe('events', () => {
  it('patch list and session without fetching', async () => {
    await scene.open()
    const before = scene.hub.requests.length
    scene.hub.publish({ type: 'session-updated', sessionId: 's1', data: { thinking: true, updatedAt: 9000 } })
    await scene.settle()
    expect([
      scene.store.getSessions().sessions[0]?.thinking,
      scene.store.getSession('s1').session?.updatedAt,
      scene.hub.requests.length - before,
    ]).toEqual([true, 9000, 0])
  })

  it('clear an invalidated conversation and load it again', async () => {
    scene.hub.agentSays('before')
    await scene.open()
    scene.hub.messages.length = 0
    scene.hub.epoch += 1
    scene.hub.publish({ type: 'messages-invalidated', sessionId: 's1' })
    scene.hub.agentSays('after')
    await scene.settle()
    expect([scene.texts(), scene.store.getMessages('s1').status]).toEqual([['after'], 'ready'])
  })

  it('show an invalidated conversation as loading, not as empty', async () => {
    scene.hub.agentSays('before')
    await scene.open()
    scene.hub.hold('GET', MESSAGES_PATH)
    scene.hub.publish({ type: 'messages-invalidated', sessionId: 's1' })
    await scene.settle()
    expect([scene.store.getMessages('s1').status, scene.texts()]).toEqual(['loading', []])
  })

  it('drop a removed session everywhere', async () => {
    scene.hub.agentSays('one')
    await scene.open()
    scene.hub.sessions.delete('s1')
    scene.hub.publish({ type: 'session-removed', sessionId: 's1' })
    await scene.settle()
    expect([scene.store.getSessions().sessions, scene.store.getSession('s1').status, scene.texts()]).toEqual([
      [],
      'missing',
      [],
    ])
  })

  it('are passed on after the store applied them, toasts included', async () => {
    await scene.open()
    const heard: string[] = []
    scene.store.onEvent((event) =>
      heard.push(`${event.type} ${scene.store.getSessions().sessions[0]?.thinking}`),
    )
    scene.hub.publish({ type: 'session-updated', sessionId: 's1', data: { thinking: true } })
    scene.hub.publish({ type: 'toast', data: { title: 't', body: 'b', sessionId: 's1', url: '/' } })
    await scene.settle()
    expect(heard).toEqual(['session-updated true', 'toast true'])
  })
})

describe('machines', () => {
  const machine = {
    id: 'mac',
    namespace: 'default',
    seq: 1,
    createdAt: 1,
    updatedAt: 1,
    active: true,
    activeAt: 1,
    metadata: { host: 'h', platform: 'darwin' },
    metadataVersion: 1,
    runnerState: null,
    runnerStateVersion: 1,
  }
  const publish = (data?: object | null) =>
    scene.hub.publish({ type: 'machine-updated', machineId: 'mac', data: data as null | undefined })
  const ids = () => scene.store.getMachines().machines.map(({ id }) => id)

  it.each<[string, object | null]>([
    ['null', null],
    ['a machine that is not active', { ...machine, active: false }],
    ['a patch that says so', { active: false }],
  ])('appear with a full record and go with %s', async (_, gone) => {
    await scene.open()
    publish(machine)
    await scene.settle()
    const present = ids()
    publish(gone)
    await scene.settle()
    expect([present, ids(), scene.gets('/api/machines')]).toEqual([['mac'], [], 1])
  })

  it.each([
    ['any other patch', { activeAt: 5 }],
    ['no data', undefined],
  ])('are fetched again on %s', async (_, data) => {
    await scene.open()
    publish(data)
    await scene.settle()
    expect(scene.gets('/api/machines')).toBe(2)
  })
})

describe('supersession', () => {
  it('names the session that resume answered with', async () => {
    await scene.open()
    expect([
      await scene.store.actions.resume('s1'),
      scene.store.getRedirect('s1'),
      scene.store.getRedirect('s2'),
    ]).toEqual(['s2', 's2', undefined])
  })

  it('names the session a record says superseded it', async () => {
    await scene.open()
    const value = { path: '/work', supersededBySessionId: 's9' }
    scene.hub.publish({ type: 'session-updated', sessionId: 's1', data: { metadata: { version: 2, value } } })
    await scene.settle()
    expect(scene.store.getRedirect('s1')).toBe('s9')
  })
})
