import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Notice } from '../../contract/push.ts'
import { FakePushGateway } from '../testing/fake-push-gateway.ts'
import { PushGateway, type PushGatewayParts } from './push-gateway.ts'

let server: FakePushGateway
beforeEach(async () => {
  server = await FakePushGateway.open()
})
afterEach(() => server.close())

const gateway = (parts: Partial<PushGatewayParts> = {}) =>
  new PushGateway({
    sendKey: 'SCT/1',
    origin: server.origin,
    notifies: true,
    backgroundOnly: false,
    hasVisible: () => false,
    publicUrl: 'https://hub.example',
    ...parts,
  })

const notice = (changes: Partial<Notice> = {}): Notice => ({
  type: 'permission-request',
  namespace: 'default',
  sessionId: 's1',
  severity: 'warning',
  native: { title: 'Permission Request', body: 'Claude Bash: ls\nSession: app' },
  web: { title: 'Permission Request', body: 'app (Bash)' },
  ...changes,
})
const signal = () => AbortSignal.timeout(5000)

it('posts a form to the address of the key, with a link to the session', async () => {
  expect(await gateway().send(notice(), signal())).toEqual({ result: 'accepted' })
  expect(server.posts).toEqual([
    {
      path: '/SCT%2F1.send',
      title: 'Permission Request',
      desp: 'Claude Bash: ls\n\nSession: app\n\nhttps://hub.example/sessions/s1',
    },
  ])
})

it('cuts the title to what the gateway takes', async () => {
  const native = { title: 'x'.repeat(40), body: 'b' }
  await gateway({ publicUrl: undefined }).send(notice({ native }), signal())
  expect(server.posts).toMatchObject([{ title: `${'x'.repeat(29)}...`, desp: 'b' }])
})

it.each<[Notice['type'], Notice['severity'], boolean]>([
  ['ready', 'info', true],
  ['permission-request', 'warning', true],
  ['input-request', 'info', true],
  ['task-notification', 'error', true],
  ['task-notification', 'success', false],
])('%s (%s) is sent: %s', async (type, severity, isSent) => {
  await gateway().send(notice({ type, ...(severity && { severity }) }), signal())
  expect(server.posts).toHaveLength(isSent ? 1 : 0)
})

describe('is suppressed', () => {
  const seen = { hasVisible: (namespace: string) => namespace === 'default' }
  it.each<[string, Partial<PushGatewayParts>, Partial<Notice>]>([
    ['channel-off', { notifies: false }, {}],
    ['visible', { backgroundOnly: true, ...seen }, {}],
    ['not-the-owner', {}, { namespace: 'team' }],
  ])('%s', async (reason, parts, changes) => {
    const outcome = await gateway(parts).send(notice(changes), signal())
    expect([outcome, server.posts]).toEqual([{ result: 'suppressed', reason }, []])
  })

  it('not because somebody looks, unless it is for the background only', async () => {
    expect(await gateway(seen).send(notice(), signal())).toEqual({ result: 'accepted' })
    expect(await gateway({ backgroundOnly: true }).send(notice(), signal())).toEqual({ result: 'accepted' })
  })

  it('also for completed sessions', async () => {
    const completion = { type: 'completion', namespace: 'default', sessionId: 's' } as const
    const text = { title: 'Session completed', body: 'Claude · app' }
    const told = (parts: Partial<PushGatewayParts>, namespace = 'default') =>
      gateway(parts).sendCompletion({ ...completion, ...text, namespace }, signal())
    expect([
      await told({ notifies: false }),
      await told({ backgroundOnly: true, ...seen }),
      await told({}, 'team'),
      await told({ publicUrl: undefined }),
    ]).toEqual([
      { result: 'suppressed', reason: 'channel-off' },
      { result: 'suppressed', reason: 'visible' },
      { result: 'suppressed', reason: 'not-the-owner' },
      { result: 'accepted' },
    ])
    expect(server.posts).toMatchObject([{ title: 'Session completed', desp: 'Claude · app' }])
  })
})

it.each<[number, unknown, string]>([
  [500, {}, '500'],
  [200, { code: 40001 }, 'code 40001'],
  [302, {}, '302'],
  [200, null, 'unreadable'],
  [200, 'text', 'unreadable'],
  [200, { code: 0, more: 'x'.repeat(100_000) }, 'unreadable'],
])('is rejected when the gateway answers %i %j', async (status, body, code) => {
  Object.assign(server, { status, body })
  expect(await gateway().send(notice(), signal())).toEqual({ result: 'rejected', code, prune: false })
})

it('is rejected when its time is over or nothing answers', async () => {
  expect(await gateway().send(notice(), AbortSignal.abort())).toMatchObject({ code: 'timeout' })
  expect(await gateway({ origin: 'http://127.0.0.1:9' }).send(notice(), signal())).toMatchObject({
    result: 'rejected',
    code: 'network',
  })
})
