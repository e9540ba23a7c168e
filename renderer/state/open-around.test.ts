import { beforeEach, describe, expect, it } from 'vitest'
import type { DecryptedMessage } from '../../contract/message.ts'
import { createScene, MESSAGES_PATH, type Scene } from '../testing/scene.ts'
import { positionOf } from './message-row.ts'
import { HISTORY_WINDOW_ROWS } from './message-window.ts'

let scene: Scene
let rows: DecryptedMessage[]

beforeEach(async () => {
  scene = createScene()
  rows = Array.from({ length: 900 }, (_, index) => scene.hub.agentSays(`line ${index}`))
  await scene.open()
})

/** Where the hub has `line index`. */
const placeOf = (index: number) => positionOf(rows[index] as DecryptedMessage)
const last = () => scene.texts().at(-1)

describe('opening a conversation at a message', () => {
  it('shows what stands around it, without holes', async () => {
    expect(await scene.store.openAround('s1', placeOf(300))).toBe(true)
    expect(scene.texts()).toEqual(scene.hub.texts().slice(201, 501))
  })

  it('keeps the place while new messages come, and returns to them', async () => {
    await scene.store.openAround('s1', placeOf(300))
    scene.hub.agentSays('new')
    await scene.settle()
    expect([last(), scene.store.getMessages('s1').mode]).toEqual(['line 500', 'history'])
    scene.store.returnToTail('s1')
    await scene.settle()
    expect([last(), scene.store.getMessages('s1').mode]).toEqual(['new', 'tail'])
  })

  it('goes on to older messages', async () => {
    await scene.store.openAround('s1', placeOf(300))
    await scene.store.loadOlder('s1')
    expect(scene.texts()).toEqual(scene.hub.texts().slice(1, 501))
  })

  it('goes on to the newest message without a gap or a double, and then with what comes', async () => {
    await scene.store.openAround('s1', placeOf(300))
    let seen = [...scene.texts()]
    while (scene.store.getMessages('s1').hasNewer) {
      const shown = scene.texts().at(-1) as string
      await scene.store.loadNewer('s1')
      const next = scene.texts()
      expect(next.length).toBeLessThanOrEqual(HISTORY_WINDOW_ROWS)
      seen = [...seen, ...next.slice(next.indexOf(shown) + 1)]
    }
    expect(seen).toEqual(scene.hub.texts().slice(201))
    await scene.settle()
    scene.hub.agentSays('new')
    await scene.settle()
    expect([last(), scene.store.getMessages('s1').hasNewer]).toEqual(['new', false])
  })

  it('can go back to what made room on the way to the newest', async () => {
    await scene.store.openAround('s1', placeOf(100))
    for (let page = 0; page < 3; page += 1) await scene.store.loadNewer('s1')
    const first = scene.texts()[0]
    await scene.store.loadOlder('s1')
    expect([first, scene.texts()]).toEqual(['line 500', scene.hub.texts().slice(300)])
  })

  it('takes in a message that comes while the last page is under way', async () => {
    await scene.store.openAround('s1', placeOf(600))
    const answer = scene.hub.hold('GET', MESSAGES_PATH)
    const loading = scene.store.loadNewer('s1')
    scene.hub.agentSays('new')
    await scene.settle()
    answer()
    await loading
    await scene.settle()
    expect(scene.texts()).toEqual(scene.hub.texts().slice(501))
  })

  it('starts over when the history changed before the next page', async () => {
    await scene.store.openAround('s1', placeOf(300))
    scene.hub.epoch += 1
    await scene.store.loadNewer('s1')
    await scene.settle()
    expect([last(), scene.store.getMessages('s1').mode]).toEqual(['line 899', 'tail'])
  })

  it('leaves the newest alone when a page of history comes too late', async () => {
    await scene.store.openAround('s1', placeOf(300))
    const answer = scene.hub.hold('GET', MESSAGES_PATH)
    const loading = scene.store.loadNewer('s1')
    scene.store.returnToTail('s1')
    answer()
    await loading
    await scene.settle()
    expect(scene.texts()).toEqual(scene.hub.texts().slice(-200))
  })

  it('near the end goes on with what comes', async () => {
    await scene.store.openAround('s1', placeOf(890))
    scene.hub.agentSays('new')
    await scene.settle()
    scene.hub.agentSays('newer')
    await scene.settle()
    expect(scene.texts()).toEqual(scene.hub.texts().slice(791))
  })

  it('is not undone by a sync that was under way', async () => {
    const answer = scene.hub.hold('GET', MESSAGES_PATH)
    scene.hub.cut({ forget: true })
    await scene.reconnect()
    const opened = scene.store.openAround('s1', placeOf(300))
    answer()
    await scene.settle()
    expect([await opened, scene.texts().includes('line 300')]).toEqual([true, true])
  })

  it('fails as a request does, and leaves what was there', async () => {
    scene.hub.single('GET', MESSAGES_PATH, 'lost-before')
    await expect(scene.store.openAround('s1', placeOf(300))).rejects.toMatchObject({ status: 0 })
    await scene.settle()
    expect(last()).toBe('line 899')
  })
})
