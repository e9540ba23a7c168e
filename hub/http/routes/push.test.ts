import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trustedCertificate } from '../../../providers/testing/certificate.ts'
import type { Push } from '../../push/push-service.ts'
import { WebPushTable } from '../../store/web-push.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { FakeBrowsers } from '../../testing/providers/fake-browser.ts'
import { PushRoom } from '../../testing/providers/push-room.ts'
import { pushRoutes } from './push.ts'

const SUBSCRIPTION = { endpoint: 'https://push.example/a', keys: { p256dh: 'p', auth: 'a' } }

let room: PushRoom
beforeEach(() => {
  room = new PushRoom()
})
afterEach(async () => {
  await closeHttpApps()
  await room.close()
})

async function serve(push: Push = room.open()) {
  const app = await startHttpApp(pushRoutes(push))
  return async (method: string, path: string, body?: unknown, namespace = 'mine') => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = { ...(await app.bearer(namespace)), 'content-length': `${Buffer.byteLength(text)}` }
    return json(await app.server.send(`/api/push/${path}`, { method, headers, body: text }))
  }
}
const stored = (namespace = 'mine') =>
  new WebPushTable(room.db).ofNamespace(namespace).map(({ endpoint, keys }) => ({ endpoint, keys }))

describe('the public key', () => {
  it('is made once, kept in the settings file, and the same for every namespace and start', async () => {
    const send = await serve()
    const answers = await Promise.all([send('GET', 'vapid-public-key'), send('GET', 'vapid-public-key')])
    const other = await send('GET', 'vapid-public-key', undefined, 'other')
    const [{ body }] = answers
    expect(Buffer.from(body.publicKey, 'base64url')).toHaveLength(65)
    expect([...answers, other]).toEqual(Array(3).fill({ status: 200, body }))
    const { vapidKeys } = room.settingsFile.read()
    expect(vapidKeys).toEqual({ publicKey: body.publicKey, privateKey: expect.any(String) })
    await room.push.close()
    const again = await serve(room.open())
    expect((await again('GET', 'vapid-public-key')).body).toEqual(body)
    await room.push.close()
    const configured = await serve(room.open({ settings: { vapidKeys } }))
    expect((await configured('GET', 'vapid-public-key')).body).toEqual(body)
  })

  it('is not there while the stored keys are broken; the diagnostic names setting and file', async () => {
    const send = await serve(room.open({ settings: { vapidKeys: { publicKey: 'x', privateKey: 'y' } } }))
    expect(await send('GET', 'vapid-public-key')).toEqual({
      status: 503,
      body: { error: 'Browser push is switched off' },
    })
    const message = room.push.diagnostics().find(({ channel }) => channel === 'browser')?.message
    expect(message).toContain('"vapidKeys"')
    expect(message).toContain(room.settingsFile.path)
  })
})

describe('a subscription', () => {
  it('is stored for the namespace of its browser', async () => {
    const send = await serve()
    const sent = { ...SUBSCRIPTION, expirationTime: null }
    expect(await send('POST', 'subscribe', sent)).toEqual({ status: 200, body: { ok: true } })
    expect(stored()).toEqual([SUBSCRIPTION])
    expect(stored('other')).toEqual([])
  })

  it.each([
    [{}],
    [{ ...SUBSCRIPTION, endpoint: 'http://push.example/a' }],
    [{ ...SUBSCRIPTION, endpoint: 'push' }],
    [{ ...SUBSCRIPTION, endpoint: `https://push.example/${'x'.repeat(4096)}` }],
    [{ ...SUBSCRIPTION, keys: { p256dh: 'p' } }],
    [{ ...SUBSCRIPTION, keys: { p256dh: '', auth: 'a' } }],
    [{ ...SUBSCRIPTION, keys: undefined }],
  ])('that is %j is refused', async (body) => {
    const send = await serve()
    expect(await send('POST', 'subscribe', body)).toEqual({ status: 400, body: { error: 'Invalid body' } })
    expect(stored()).toEqual([])
  })

  it.each([
    ['https://localhost/a'],
    ['https://127.0.0.1:8443/a'],
    ['https://[::1]/a'],
    ['https://192.168.1.1/a'],
    ['https://169.254.169.254/latest'],
  ])('at %s, which only the hub could reach, is refused unless the owner allows it', async (endpoint) => {
    const refuse = await serve(room.open({ env: { SVC_PUSH_PRIVATE_HOSTS: '' } }))
    const body = { ...SUBSCRIPTION, endpoint }
    expect(await refuse('POST', 'subscribe', body)).toEqual({ status: 400, body: { error: 'Invalid body' } })
    expect(stored()).toEqual([])
    await room.push.close()
    const allow = await serve(room.open({ env: { SVC_PUSH_PRIVATE_HOSTS: 'true' } }))
    expect((await allow('POST', 'subscribe', body)).status).toBe(200)
    expect(stored()).toEqual([body])
  })

  it('is removed by its endpoint, within the namespace, and always fine', async () => {
    const send = await serve()
    const ok = { status: 200, body: { ok: true } }
    await send('POST', 'subscribe', SUBSCRIPTION)
    expect(await send('DELETE', 'subscribe', { endpoint: SUBSCRIPTION.endpoint }, 'other')).toEqual(ok)
    expect(stored()).toHaveLength(1)
    expect(await send('DELETE', 'subscribe', { endpoint: SUBSCRIPTION.endpoint })).toEqual(ok)
    expect(stored()).toEqual([])
    expect(await send('DELETE', 'subscribe', {})).toEqual({ status: 400, body: { error: 'Invalid body' } })
  })
})

describe('a test', () => {
  const message = {
    title: 'Svc Hub',
    body: 'This is a test. Notifications of your hub arrive here.',
    data: { type: 'ready', sessionId: 'test', url: '/settings' },
  }

  it('goes to the one browser that asks, and says what became of it', async () => {
    const browsers = await FakeBrowsers.start(trustedCertificate())
    const send = await serve(room.open({ env: { SVC_PUSH_PRIVATE_HOSTS: 'true' } }))
    try {
      const [mine, other] = [browsers.subscription('mine'), browsers.subscription('other')]
      await send('POST', 'subscribe', mine)
      await send('POST', 'subscribe', other)
      const { endpoint } = mine
      const accepted = await send('POST', 'test', { endpoint })
      browsers.script.next(410)
      const gone = await send('POST', 'test', { endpoint })
      expect([
        accepted,
        gone,
        stored(),
        browsers.received.all.map((each) => [each.browser, each.message]),
      ]).toEqual([
        { status: 200, body: { result: 'accepted', code: null } },
        { status: 200, body: { result: 'rejected', code: '410' } },
        [other],
        [
          ['mine', message],
          ['mine', message],
        ],
      ])
    } finally {
      await browsers.close()
    }
  })

  it.each([
    ['mine', 'https://push.example/unknown'],
    ['other', SUBSCRIPTION.endpoint],
  ])('by %s to %s reaches nobody', async (namespace, endpoint) => {
    const send = await serve()
    await send('POST', 'subscribe', SUBSCRIPTION)
    expect(await send('POST', 'test', { endpoint }, namespace)).toEqual({
      status: 404,
      body: { error: 'Browser not found' },
    })
  })
})
