import { describe, expect, it } from 'vitest'
import type { BrowserPushMessage } from '../../contract/push.ts'
import { notificationOf, pathOf, readPush } from './notification.ts'
import { answerOf } from './notification-answer.ts'

const words = { allow: 'Erlauben', deny: 'Ablehnen' }
const permission: BrowserPushMessage = {
  title: 'Permission Request',
  body: 'project (Bash)',
  tag: 'permission-s1',
  data: { type: 'permission-request', sessionId: 's1', url: '/sessions/s1', requestId: 'r1' },
}
const ready: BrowserPushMessage = {
  title: 'Ready for input',
  body: 'Claude is waiting in project',
  data: { type: 'ready', sessionId: 's1', url: '/sessions/s1' },
}

describe('a notification', () => {
  it('shows what the message says, with the buttons a permission has, in the page’s words', () => {
    expect(notificationOf(readPush(JSON.stringify(permission)), { words })).toEqual({
      title: 'Permission Request',
      options: {
        body: 'project (Bash)',
        icon: '/icons/icon-192.png',
        silent: false,
        tag: 'permission-s1',
        renotify: true,
        data: permission.data,
        actions: [
          { action: 'allow', title: 'Erlauben' },
          { action: 'deny', title: 'Ablehnen' },
        ],
      },
    })
  })

  it('has no buttons where nothing can be answered, or words are missing', () => {
    const [open, wordless] = [notificationOf(ready, { words }), notificationOf(permission, {})]
    expect([open.options.actions, wordless.options.actions]).toEqual([undefined, undefined])
  })

  it('is silent when this browser was told so', () => {
    const { silent, renotify } = notificationOf(permission, { isSilent: true }).options
    expect([silent, renotify]).toEqual([true, false])
  })

  it.each([undefined, '', 'not json', '{"title":1}', '[]'])('is shown without content for %j', (text) => {
    expect(notificationOf(readPush(text), { words })).toEqual({
      title: 'Svc Hub',
      options: { icon: '/icons/icon-192.png', silent: false, body: 'New activity' },
    })
  })
})

it.each([
  ['/sessions/s1', '/sessions/s1'],
  ['/sessions/s1?x=1#y', '/sessions/s1?x=1#y'],
  ['https://hub.example/settings', '/settings'],
  ['https://elsewhere.example/sessions/s1', '/'],
  ['//elsewhere.example/x', '/'],
  ['javascript:alert(1)', '/'],
  ['http://', '/'],
])('a press on a notification for %s leads to %s', (url, path) => {
  expect(pathOf({ ...ready.data, url }, 'https://hub.example')).toBe(path)
})

it('a press on a notification without content leads to the app', () => {
  expect(pathOf(undefined, 'https://hub.example')).toBe('/')
})

it.each([
  ['allow', permission.data, { sessionId: 's1', requestId: 'r1', answer: 'allow', at: 7 }],
  ['deny', permission.data, { sessionId: 's1', requestId: 'r1', answer: 'deny', at: 7 }],
  ['', permission.data, undefined],
  ['destroy', permission.data, undefined],
  ['allow', ready.data, undefined],
  ['allow', { ...permission.data, type: 'input-request' }, undefined],
  ['allow', null, undefined],
])('the button "%s" on %j answers %j', (action, data, answer) => {
  expect(answerOf(action, data, 7)).toEqual(answer)
})
