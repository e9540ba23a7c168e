import { beforeEach, describe, expect, it } from 'vitest'
import type { WaitingItem } from '../contract/desktop.ts'
import { NOTIFY_AFTER_MS, type NotificationContent, WaitingNotifications } from './notifications.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { textsFor } from './texts.ts'

const item = (requestId: string, more: Partial<WaitingItem> = {}): WaitingItem => ({
  sessionId: 's',
  requestId,
  sessionName: 'Claude - Shop',
  kind: 'permission',
  text: `Bash: ${requestId}`,
  ...more,
})

let clock: ManualClock
let shown: (NotificationContent & { isClosed: boolean })[]
let decided: [string, boolean][]
let opened: string[]
let isSeen: boolean
let isPaused: boolean
let notifications: WaitingNotifications

beforeEach(() => {
  clock = new ManualClock()
  shown = []
  decided = []
  opened = []
  isSeen = false
  isPaused = false
  notifications = new WaitingNotifications({
    show(content) {
      const one = { ...content, isClosed: false }
      shown.push(one)
      return {
        close() {
          one.isClosed = true
        },
      }
    },
    isWindowSeen: () => isSeen,
    isPaused: () => isPaused,
    decide: ({ requestId }, allow) => decided.push([requestId, allow]),
    open: (path) => opened.push(path),
    clock,
    texts: textsFor('en'),
  })
})

function update(...waiting: WaitingItem[]): void {
  notifications.update(waiting)
  clock.advance(NOTIFY_AFTER_MS)
}

describe('a request while nobody looks at the window', () => {
  it('is shown once, with the buttons that answer it', () => {
    update(item('a'))
    update(item('a'), item('b'))
    expect(shown.map(({ title, body, actions }) => [title, body, actions])).toEqual([
      ['Claude - Shop asks for permission', 'Bash: a', ['Allow', 'Deny']],
      ['Claude - Shop asks for permission', 'Bash: b', ['Allow', 'Deny']],
    ])
    shown[0]?.onAction(0)
    shown[1]?.onAction(1)
    shown[1]?.onAction(7)
    expect(decided).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  it('opens its session when it is clicked', () => {
    update(item('a', { sessionId: 'x y' }))
    shown[0]?.onClick()
    expect(opened).toEqual(['/sessions/x%20y'])
  })

  it('that is a question has no buttons', () => {
    update(item('a', { kind: 'question', text: 'Which colour?' }))
    shown[0]?.onAction(0)
    expect([shown[0]?.title, shown[0]?.actions, decided]).toEqual(['Claude - Shop has a question', [], []])
  })

  it('is taken back when it was answered elsewhere', () => {
    update(item('a'), item('b'))
    update(item('b'))
    expect(shown.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  it('is not shown when it is answered at once', () => {
    notifications.update([item('a')])
    clock.advance(NOTIFY_AFTER_MS - 1)
    notifications.update([])
    clock.advance(NOTIFY_AFTER_MS)
    expect(shown).toEqual([])
  })

  it('is one of few: a crowd does not fill the screen', () => {
    update(...Array.from({ length: 20 }, (_, index) => item(`r${index}`)))
    expect(shown).toHaveLength(5)
  })

  it('that comes back after it was answered is shown again', () => {
    update(item('a'))
    update()
    update(item('a'))
    expect(shown).toHaveLength(2)
  })
})

describe('a request', () => {
  it.each([
    ['while the window is seen', () => (isSeen = true)],
    ['while notifications are paused', () => (isPaused = true)],
  ])('%s is not shown, then or later', (_, set) => {
    set()
    update(item('a'))
    isSeen = false
    isPaused = false
    update(item('a'))
    expect(shown).toEqual([])
  })

  it('leaves the desktop when the window comes into sight', () => {
    update(item('a'))
    notifications.clear()
    expect(shown.map(({ isClosed }) => isClosed)).toEqual([true])
  })
})
