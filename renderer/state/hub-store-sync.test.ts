import { beforeEach, describe, expect, it } from 'vitest'
import { createScene, MESSAGES_PATH, type Scene } from '../testing/scene.ts'

let scene: Scene

beforeEach(() => {
  scene = createScene()
})

describe('losing the connection', () => {
  it('with a replay neither doubles nor loses what happened meanwhile', async () => {
    scene.hub.agentSays('one')
    await scene.open()
    scene.hub.agentSays('two')
    await scene.settle()
    const pages = scene.gets(MESSAGES_PATH)
    scene.hub.cut()
    await scene.store.send('s1', { text: 'mine' })
    scene.hub.agentSays('three')
    scene.hub.consume('local-1')
    scene.hub.agentSays('four')
    await scene.reconnect()
    expect([scene.texts(), scene.gets(MESSAGES_PATH) - pages]).toEqual([scene.hub.texts(), 0])
  })

  it('with a gap neither doubles nor loses, and never shows an empty conversation', async () => {
    for (let index = 0; index < 30; index += 1) scene.hub.agentSays(`old ${index}`)
    await scene.open()
    await scene.store.loadOlder('s1')
    const seen: number[] = []
    scene.store.subscribe(() => seen.push(scene.rows().length))
    scene.hub.cut({ forget: true })
    await scene.store.send('s1', { text: 'mine' })
    scene.hub.agentSays('two')
    scene.hub.consume('local-1')
    const waiting = scene.store.send('s1', { text: 'waiting' })
    for (let index = 0; index < 300; index += 1) scene.hub.agentSays(`new ${index}`)
    await waiting
    await scene.reconnect()
    scene.hub.agentSays('live again')
    scene.hub.consume('local-2')
    await scene.settle()
    expect([scene.texts(), scene.queued(), Math.min(...seen) >= 30]).toEqual([scene.hub.texts(), [], true])
  })

  it('does not move its cursor over missed messages when live ones overtake the resync', async () => {
    scene.hub.agentSays('one')
    await scene.open()
    scene.hub.cut({ forget: true })
    scene.hub.agentSays('missed')
    scene.hub.single('GET', MESSAGES_PATH, 'lost-before')
    await scene.reconnect()
    scene.hub.agentSays('live')
    await scene.settle()
    const meanwhile = scene.texts()
    scene.clock.advance(1000)
    await scene.settle()
    expect([meanwhile, scene.texts()]).toEqual([
      ['one', 'live'],
      ['one', 'missed', 'live'],
    ])
  })

  it('takes the newest page when the hub refuses the cursor', async () => {
    scene.hub.agentSays('one')
    await scene.open()
    scene.hub.cut({ forget: true })
    scene.hub.agentSays('missed')
    scene.hub.single('GET', MESSAGES_PATH, { status: 400, body: { error: 'Invalid query parameters' } })
    await scene.reconnect()
    expect(scene.texts()).toEqual(['one', 'missed'])
  })

  it('does not take a page asked for before a gap for continuous with what follows it', async () => {
    scene.hub.agentSays('one')
    const answer = scene.hub.hold('GET', MESSAGES_PATH)
    await scene.open()
    scene.hub.cut({ forget: true })
    scene.hub.agentSays('missed')
    await scene.reconnect()
    scene.hub.single('GET', MESSAGES_PATH, 'lost-before')
    answer()
    await scene.settle()
    scene.hub.agentSays('live')
    await scene.settle()
    scene.clock.advance(1000)
    await scene.settle()
    expect(scene.texts()).toEqual(['one', 'missed', 'live'])
  })

  it('applies what arrives while a page is under way on top of it', async () => {
    scene.hub.agentSays('one')
    scene.hub.userSent('going', 'l-going')
    scene.hub.userSent('used', 'l-used')
    const answer = scene.hub.hold('GET', MESSAGES_PATH)
    await scene.open()
    scene.hub.consume('l-used')
    scene.hub.cancel('l-going')
    scene.hub.agentSays('two')
    await scene.settle()
    answer()
    await scene.settle()
    expect([scene.texts(), scene.queued()]).toEqual([['one', 'used', 'two'], []])
  })

  it('applies what arrives while the fate of queued messages is asked for on top of the answer', async () => {
    scene.hub.userSent('unclear', 'l-1')
    const answer = scene.hub.hold('POST', `${MESSAGES_PATH}/queued-state`)
    await scene.open()
    scene.hub.publish({ type: 'messages-indeterminate', sessionId: 's1', localIds: ['l-1'] })
    await scene.settle()
    answer()
    await scene.settle()
    expect(scene.store.getMessages('s1').queued.map((row) => row.deliveryState)).toEqual(['indeterminate'])
  })

  it.each([
    ['list', '/api/sessions', () => scene.store.getSessions().sessions[0]?.thinking],
    ['session', '/api/sessions/s1', () => scene.store.getSession('s1').session?.thinking],
  ])('applies what arrives while the %s is fetched on top of it', async (_, path, isThinking) => {
    const answer = scene.hub.hold('GET', path)
    await scene.open()
    scene.hub.publish({ type: 'session-updated', sessionId: 's1', data: { thinking: true } })
    await scene.settle()
    answer()
    await scene.settle()
    expect(isThinking()).toBe(true)
  })

  it('learns after a gap what became of queued messages', async () => {
    scene.hub.addSession({ thinking: true })
    await scene.open()
    for (const text of ['consumed', 'cancelled', 'kept']) await scene.store.send('s1', { text })
    await scene.settle()
    scene.hub.cut({ forget: true })
    scene.hub.consume('local-1')
    scene.hub.cancel('local-2')
    for (let index = 0; index < 30; index += 1) scene.hub.agentSays(`answer ${index}`)
    await scene.reconnect()
    expect([scene.queued(), scene.texts()]).toEqual([['kept'], scene.hub.texts()])
  })

  it('repeats after reconnecting what failed before, even when the stream resumes', async () => {
    await scene.open()
    scene.hub.publish({ type: 'session-updated', sessionId: 's1', data: { unknownKey: 1 } })
    scene.hub.single('GET', '/api/sessions/s1', 'lost-before')
    scene.hub.addSession({ thinking: true })
    await scene.settle()
    scene.hub.cut()
    await scene.reconnect()
    expect(scene.store.getSession('s1').session?.thinking).toBe(true)
  })
})

describe('reopening a conversation', () => {
  it('catches up cheaply when nothing was missed', async () => {
    for (let index = 0; index < 30; index += 1) scene.hub.agentSays(`text ${index}`)
    scene.store.start()
    const leave = scene.store.watchSession('s1')
    await scene.settle()
    leave()
    scene.hub.agentSays('while away')
    scene.store.watchSession('s1')
    await scene.settle()
    expect([
      scene.texts().length,
      scene.texts().at(-1),
      scene.hub.requests.at(-1)?.query.has('afterSeq'),
    ]).toEqual([21, 'while away', true])
  })

  it('takes the newest page after a gap, and keeps what waits', async () => {
    scene.hub.addSession({ thinking: true })
    scene.store.start()
    const leave = scene.store.watchSession('s1')
    await scene.settle()
    await scene.store.send('s1', { text: 'waiting' })
    await scene.settle()
    leave()
    scene.hub.cut({ forget: true })
    for (let index = 0; index < 30; index += 1) scene.hub.agentSays(`text ${index}`)
    await scene.reconnect()
    scene.store.watchSession('s1')
    await scene.settle()
    expect([scene.texts().length, scene.texts().at(-1), scene.queued()]).toEqual([20, 'text 29', ['waiting']])
  })
})

describe('history', () => {
  it('loads older pages to the beginning without a hole', async () => {
    for (let index = 0; index < 250; index += 1) scene.hub.agentSays(`text ${index}`)
    await scene.open()
    await Promise.all([scene.store.loadOlder('s1'), scene.store.loadOlder('s1')])
    await scene.store.loadOlder('s1')
    const { hasOlder, mode } = scene.store.getMessages('s1')
    expect([scene.texts(), hasOlder, mode, scene.gets(MESSAGES_PATH)]).toEqual([
      scene.hub.texts(),
      false,
      'history',
      3,
    ])
  })

  it('leaves no hole when rows were trimmed while the older page was under way', async () => {
    for (let index = 0; index < 100; index += 1) scene.hub.agentSays(`old ${index}`)
    await scene.open()
    const answer = scene.hub.hold('GET', MESSAGES_PATH)
    const loading = scene.store.loadOlder('s1')
    for (let index = 0; index < 390; index += 1) scene.hub.agentSays(`new ${index}`)
    await scene.settle()
    answer()
    await loading
    expect(scene.texts()).toEqual(scene.hub.texts().slice(-400))
  })

  it('starts over when the history changed under the cursor', async () => {
    for (let index = 0; index < 50; index += 1) scene.hub.agentSays(`text ${index}`)
    await scene.open()
    scene.hub.epoch += 1
    await scene.store.loadOlder('s1')
    await scene.settle()
    expect(scene.texts()).toEqual(scene.hub.texts())
  })

  it('drops a queued message that the changed history no longer has', async () => {
    scene.hub.userSent('gone', 'l-gone')
    for (let index = 0; index < 50; index += 1) scene.hub.agentSays(`text ${index}`)
    await scene.open()
    const before = scene.queued()
    scene.hub.messages.shift()
    scene.hub.epoch += 1
    await scene.store.loadOlder('s1')
    await scene.settle()
    expect([before, scene.queued()]).toEqual([['gone'], []])
  })

  it('returns to the newest rows after they were trimmed away', async () => {
    for (let index = 0; index < 1200; index += 1) scene.hub.agentSays(`text ${index}`)
    await scene.open()
    for (let page = 0; page < 5; page += 1) await scene.store.loadOlder('s1')
    const newest = scene.texts().at(-1)
    scene.store.returnToTail('s1')
    await scene.settle()
    expect([newest, scene.texts().at(-1), scene.store.getMessages('s1').mode]).toEqual([
      'text 979',
      'text 1199',
      'tail',
    ])
  })
})
