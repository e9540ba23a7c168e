import { beforeEach, describe, expect, it } from 'vitest'
import { createScene, MESSAGES_PATH, type Scene } from '../testing/scene.ts'
import type { MessageRow } from './message-row.ts'
import { memoryOutbox, type OutboxStorage } from './outbox-storage.ts'

const QUEUED_STATE_PATH = `${MESSAGES_PATH}/queued-state`

let outbox: OutboxStorage
let scene: Scene
beforeEach(() => {
  outbox = memoryOutbox()
  scene = createScene({ outbox })
})

const posts = ({ hub }: Scene) =>
  hub.requests.filter(({ method, path }) => method === 'POST' && path === MESSAGES_PATH)
const sentTexts = (from: Scene) => posts(from).map(({ body }) => body.text)
const asked = ({ hub }: Scene) => hub.requests.filter(({ path }) => path === QUEUED_STATE_PATH).length
const pending = (from: Scene) => from.rows().map((row) => row.pending ?? row.status)
/** In the conversation or in the queue. */
const shown = (from: Scene) => [...from.texts(), ...from.queued()]
const firstRow = () => scene.rows()[0] as MessageRow

/** The hub goes away, and the store notices. */
async function loseHub(): Promise<void> {
  scene.hub.isReachable = false
  scene.hub.cut()
  await scene.reconnect()
}

async function findHub(): Promise<void> {
  scene.hub.isReachable = true
  scene.store.retryNow()
  await scene.reconnect()
}

/** The same browser after a reload. */
async function reload(): Promise<Scene> {
  scene.store.stop()
  const next = createScene({ hub: scene.hub, outbox, page: 'later' })
  await next.open()
  return next
}

describe('a message written while the hub cannot be reached', () => {
  it('waits in the conversation, and goes out once when the hub is back', async () => {
    await scene.open()
    await loseHub()
    const outcome = await scene.store.send('s1', { text: 'later' })
    const meanwhile = [outcome, pending(scene), scene.store.getUnsentCount(), posts(scene).length]
    await findHub()
    expect([...meanwhile, shown(scene), sentTexts(scene), scene.store.getUnsentCount()]).toEqual([
      { ok: true, localId: 'local-1', isKept: true },
      ['waiting'],
      1,
      0,
      ['later'],
      ['later'],
      0,
    ])
  })

  it('keeps its order among others', async () => {
    await scene.open()
    await loseHub()
    await scene.store.send('s1', { text: 'one' })
    scene.clock.advance(1)
    await scene.store.send('s1', { text: 'two' })
    await findHub()
    expect(sentTexts(scene)).toEqual(['one', 'two'])
  })

  it('survives a reload under its localId', async () => {
    await scene.open()
    await loseHub()
    await scene.store.send('s1', { text: 'kept' })
    scene.hub.isReachable = true
    const next = await reload()
    expect([posts(next).map(({ body }) => body), shown(next), outbox.load()]).toEqual([
      [{ text: 'kept', localId: 'local-1' }],
      ['kept'],
      [],
    ])
  })

  it('is not sent when it was discarded meanwhile', async () => {
    await scene.open()
    await loseHub()
    await scene.store.send('s1', { text: 'never mind' })
    const outcome = await scene.store.cancel('s1', firstRow())
    await findHub()
    expect([outcome, scene.texts(), posts(scene), outbox.load()]).toEqual(['cancelled', [], [], []])
  })

  it('stays as failed when the hub then refuses it, also after a reload', async () => {
    await scene.open()
    await loseHub()
    await scene.store.send('s1', { text: 'too late' })
    scene.hub.single('POST', MESSAGES_PATH, { status: 409, body: { error: 'Session is inactive' } })
    await findHub()
    const before = scene.statuses()
    const next = await reload()
    expect([before, next.statuses(), posts(next).length]).toEqual([['failed'], ['failed'], 1])
  })

  it('goes with its session', async () => {
    await scene.open()
    await loseHub()
    await scene.store.send('s1', { text: 'to nobody' })
    scene.hub.sessions.clear()
    scene.hub.addSession({ id: 's2' })
    scene.hub.isReachable = true
    const next = await reload()
    expect([next.rows(), outbox.load()]).toEqual([[], []])
  })
})

describe('a send without an answer', () => {
  it('that did not arrive is found out and made good under the same localId', async () => {
    await scene.open()
    scene.hub.single('POST', MESSAGES_PATH, 'lost-before')
    await scene.store.send('s1', { text: 'again' })
    await scene.settle()
    expect([asked(scene), posts(scene).map(({ body }) => body.localId), scene.texts()]).toEqual([
      1,
      ['local-1', 'local-1'],
      ['again'],
    ])
  })

  it('that arrived is not given to the hub a second time', async () => {
    await scene.open()
    scene.hub.single('POST', MESSAGES_PATH, 'lost-after')
    scene.hub.cut({ forget: true })
    await scene.store.send('s1', { text: 'once' })
    await scene.reconnect()
    expect([posts(scene).length, scene.hub.messages.length, scene.store.getUnsentCount()]).toEqual([1, 1, 0])
  })

  it('is unsure until the hub is back, and is then asked about before anything else', async () => {
    await scene.open()
    const answer = scene.hub.hold('POST', MESSAGES_PATH)
    // The stream broke before the message was announced.
    scene.hub.publish = () => {}
    const sending = scene.store.send('s1', { text: 'hm' })
    await scene.settle()
    const onItsWay = pending(scene)
    scene.hub.isReachable = false
    scene.hub.cut({ forget: true })
    answer()
    const outcome = await sending
    await scene.settle()
    const unsure = [pending(scene), outbox.load().map(({ state }) => state)]
    await findHub()
    expect([onItsWay, outcome, unsure, posts(scene).length, shown(scene), outbox.load()]).toEqual([
      ['sending'],
      { ok: true, localId: 'local-1', isKept: true },
      [['unsure'], ['unsure']],
      1,
      ['hm'],
      [],
    ])
  })

  it('is asked about after a reload that came in between', async () => {
    await scene.open()
    scene.hub.hold('POST', MESSAGES_PATH)
    void scene.store.send('s1', { text: 'closed the lid' })
    await scene.settle()
    const next = await reload()
    expect([posts(next).length, asked(next) > 0, shown(next), outbox.load()]).toEqual([
      1,
      true,
      ['closed the lid'],
      [],
    ])
  })

  it('twice in a row leaves it to the person, who sends it again', async () => {
    await scene.open()
    scene.hub.single('POST', MESSAGES_PATH, 'lost-before')
    scene.hub.single('POST', MESSAGES_PATH, 'lost-before')
    await scene.store.send('s1', { text: 'hard' })
    await scene.settle()
    const failed = [scene.statuses(), posts(scene).length]
    const outcome = await scene.store.retry('s1', firstRow())
    await scene.settle()
    expect([failed, outcome, scene.texts(), scene.hub.messages.length]).toEqual([
      [['failed'], 2],
      'resent',
      ['hard'],
      1,
    ])
  })

  it('that is discarded is cancelled at the hub as soon as that can be asked', async () => {
    scene.hub.addSession({ thinking: true })
    await scene.open()
    scene.hub.single('POST', MESSAGES_PATH, 'lost-after')
    const announce = scene.hub.publish.bind(scene.hub)
    scene.hub.publish = () => {}
    scene.hub.single('POST', QUEUED_STATE_PATH, 'lost-before')
    await scene.store.send('s1', { text: 'stop' })
    await scene.settle()
    scene.hub.publish = announce
    const unsure = [pending(scene), scene.hub.messages.length]
    await loseHub()
    await scene.store.cancel('s1', firstRow())
    const discarded = scene.rows().length
    await findHub()
    expect([unsure, discarded, scene.hub.messages, scene.rows(), scene.queued(), outbox.load()]).toEqual([
      [['unsure'], 1],
      0,
      [],
      [],
      [],
      [],
    ])
  })
})

describe('two pages of one browser', () => {
  it('leave a message to the page that is at it', async () => {
    const busy = createScene({ outbox, exclusive: async () => undefined })
    await busy.open()
    await busy.store.send('s1', { text: 'hi' })
    expect([posts(busy).length, pending(busy)]).toEqual([0, ['waiting']])
  })

  it('do not send what the other one has sent or removed', async () => {
    await scene.open()
    await loseHub()
    await scene.store.send('s1', { text: 'hi' })
    outbox.remove('local-1')
    await findHub()
    expect([posts(scene).length, scene.rows()]).toEqual([0, []])
  })
})
