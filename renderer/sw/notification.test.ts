import { describe, expect, it } from 'vitest'
import type { BrowserPushMessage } from '../../contract/push.ts'
import { notificationLanguage, notificationOf, pathOf, readPush } from './notification.ts'
import { answerOf } from './notification-answer.ts'
import { workerWords } from './worker-words.ts'

const english = workerWords('en')
const chinese = workerWords('zh-CN')
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
  it('says the message in the page’s language, with the buttons a permission has', () => {
    expect(notificationOf(readPush(JSON.stringify(permission)), {}, chinese)).toEqual({
      title: '请求许可',
      options: {
        body: 'project (Bash)',
        icon: '/icons/icon-192.png',
        silent: false,
        tag: 'permission-s1',
        renotify: true,
        data: permission.data,
        actions: [
          { action: 'allow', title: '允许' },
          { action: 'deny', title: '拒绝' },
        ],
      },
    })
  })

  it('is in English for who reads English, in the hub’s words', () => {
    const { title, options } = notificationOf(permission, {}, english)
    expect([title, options.body, options.actions?.map((action) => action.title)]).toEqual([
      permission.title,
      permission.body,
      ['Allow', 'Deny'],
    ])
  })

  it('has no buttons where nothing can be answered', () => {
    expect(notificationOf(ready, {}, english).options.actions).toBeUndefined()
  })

  it('is silent when this browser was told so', () => {
    const { silent, renotify } = notificationOf(permission, { isSilent: true }, english).options
    expect([silent, renotify]).toEqual([true, false])
  })

  it.each([undefined, '', 'not json', '{"title":1}', '[]'])('is shown without content for %j', (text) => {
    const body = (t: typeof english) => notificationOf(readPush(text), {}, t)
    const options = { icon: '/icons/icon-192.png', silent: false }
    expect([body(english), body(chinese)]).toEqual([
      { title: 'Svc Hub', options: { ...options, body: 'New activity' } },
      { title: 'Svc Hub', options: { ...options, body: '有新的动态' } },
    ])
  })
})

it.each([
  ['zh-CN', ['en-US'], 'zh-CN'],
  ['en', ['zh-CN'], 'en'],
  [undefined, ['zh-TW', 'en'], 'zh-CN'],
  [undefined, ['fr'], 'en'],
  // Of a page of another version.
  ['tlh', ['zh'], 'zh-CN'],
])(
  'after a page in %s, in a browser that speaks %j, notifications are in %s',
  (language, preferred, expected) => {
    expect(notificationLanguage({ language: language as 'en' | undefined }, preferred)).toBe(expected)
  },
)

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
