import type { BrowserContext, Page } from '@playwright/test'
import { expect, openSession, PUBLIC_URL, say, test } from './support/app.ts'
import { pressNotification, pushTo, shownNotifications, watchedWorkerOf } from './support/service-worker.ts'

/** Signs in and waits until the worker has everything the page may need. */
async function install(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
}

const cachedUrls = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url)
  })

test('the page can be installed', async ({ page, app, request }) => {
  await page.goto(app.signInLink())
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(new URL(href ?? '', app.origin).href)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: 'Svc Hub', start_url: '/', scope: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(app.origin + src)
    const bytes = await icon.body()
    expect([icon.headers()['content-type'], `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([
      'image/png',
      sizes,
    ])
  }
  const cdp = await page.context().newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // What a test's window is, and nothing else.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  expect((await cdp.send('Page.getAppManifest')).errors).toEqual([])
})

test('without the hub the app still opens and says how things stand', async ({ page, app, network }) => {
  await app.api.startSession('Seen before')
  await install(page, app.signInLink(network.origin))
  await expect(page.getByRole('link', { name: 'Seen before' })).toBeVisible()

  await network.cut()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await expect(page.getByText('The sessions could not be loaded.')).toBeVisible()
  await expect(page.getByTestId('connection-banner')).toContainText('cannot be reached')
  // Screens whose code was never asked for before are there too.
  await page.goto(`${network.origin}/settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await network.restore()
  await page.goto(network.origin)
  await expect(page.getByRole('link', { name: 'Seen before' })).toBeVisible()
})

test('the worker keeps neither a code nor anything the hub said', async ({ page, app }) => {
  await install(page, app.signInLink())
  // Now the worker answers the link itself.
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(page.url()).toBe(`${app.origin}/settings`)
  const kept = (await cachedUrls(page)).map((url) => new URL(url))
  expect(kept.length).toBeGreaterThan(5)
  expect(
    kept.filter(({ pathname, search }) => search !== '' || /^\/(api|cli|health)/.test(pathname)),
  ).toEqual([])
  const entries = await page.evaluate(() => JSON.stringify(window.history.state) + window.location.href)
  expect(entries).not.toContain(app.token)
  await page.goBack()
  expect(page.url()).not.toContain(app.token)
})

test('what another session asks for appears above the page and leads there', async ({ page, app }) => {
  const sessionId = await app.api.startSession('Elsewhere')
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await app.api.send(sessionId, 'Please run the tests')
  // Others may ask for something at the same time.
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /Elsewhere/ })
  await message.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Elsewhere' })).toBeVisible()
  await expect(message).toHaveCount(0)
})

test.describe('notifications', () => {
  test.use({ permissions: ['notifications'] })

  test('a push is shown, and a press on it opens its session', async ({ page, app }) => {
    const sessionId = await app.api.startSession('Far away')
    await install(page, app.signInLink())
    const worker = await watchedWorkerOf(page)
    await pushTo(page, {
      title: 'Ready for input',
      body: 'Claude is waiting in Far away',
      tag: `ready-${sessionId}`,
      data: { type: 'ready', sessionId, url: `/sessions/${sessionId}` },
    })
    await expect
      .poll(() => shownNotifications(worker))
      .toMatchObject([
        {
          title: 'Ready for input',
          options: { body: 'Claude is waiting in Far away', tag: `ready-${sessionId}` },
        },
      ])
    await pressNotification(worker)
    await expect(page.getByRole('heading', { level: 1, name: 'Far away' })).toBeVisible()
    expect(page.url()).toBe(`${app.origin}/sessions/${sessionId}`)
  })

  test('Allow on a notification answers the agent', async ({ page, app }) => {
    const sessionId = await app.api.startSession('Needs a yes')
    await install(page, app.signInLink())
    await openSession(page, 'Needs a yes')
    await say(page, 'Please run the tests')
    await expect(page.getByRole('region', { name: 'The agent asks for permission' })).toBeVisible()
    const requestId = await app.api.pendingRequest(sessionId)
    await page.goto(app.origin)
    const worker = await watchedWorkerOf(page)
    await pushTo(page, {
      title: 'Permission Request',
      body: 'Needs a yes',
      data: { type: 'permission-request', sessionId, url: `/sessions/${sessionId}`, requestId },
    })
    await expect
      .poll(() => shownNotifications(worker))
      .toMatchObject([{ options: { actions: [{ title: 'Allow' }, { title: 'Deny' }] } }])
    await pressNotification(worker, 'allow')
    await expect(page.getByText('You allowed it.')).toBeVisible()
    await expect.poll(() => app.api.pendingRequest(sessionId)).toBeUndefined()
  })

  test('a push nobody can read is still shown', async ({ page, app }) => {
    await install(page, app.signInLink())
    const worker = await watchedWorkerOf(page)
    await pushTo(page, 'of another version')
    await expect
      .poll(() => shownNotifications(worker))
      .toMatchObject([{ title: 'Svc Hub', options: { body: 'New activity' } }])
  })

  test('they are turned on, tested and turned off in the settings', async ({ page, app, context }) => {
    await fakePushService(context)
    await page.goto(app.signInLink().replace('/?', '/settings?'))
    const onOff = page.getByRole('switch', { name: 'Notify this browser' })
    await onOff.click()
    await expect(onOff).toBeChecked()
    await page.getByRole('button', { name: 'Send a test' }).click()
    // The service of the test is nowhere.
    await expect(page.getByText('The test was not taken on.')).toBeVisible()
    const silent = page.getByRole('switch', { name: 'Without a sound' })
    await silent.click()
    await expect(silent).toBeChecked()
    await page.reload()
    await expect(silent).toBeChecked()
    await onOff.click()
    await expect(silent).toHaveCount(0)
    await page.reload()
    await expect(onOff).not.toBeChecked()
  })
})

test('a browser that was told no says where to change it', async ({ page, app, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  await expect(page.getByText('This browser was told not to show notifications')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Notify this browser' })).toHaveCount(0)
})

test('an address without https says what to do', async ({ page, app, context }) => {
  const origin = PUBLIC_URL.replace('https', 'http')
  await context.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (pathname === '/api/events') return route.abort()
    return route.fulfill({ response: await route.fetch({ url: app.origin + pathname + search }) })
  })
  await page.goto(app.signInLink(origin).replace('/?', '/settings?'))
  await expect(
    page.getByText('Browsers only allow notifications at addresses that begin with https.'),
  ).toBeVisible()
  // What is still on its way has nobody to go to.
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

/** A push service that gives out addresses and delivers nothing: none can be reached from a test. */
async function fakePushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const KEY = 'test:subscription'
    const subscription = (key: string) => ({
      endpoint: 'https://push.invalid/browser',
      options: {
        applicationServerKey: Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (each) =>
          each.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => ({
        endpoint: 'https://push.invalid/browser',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY)
        return true
      },
    })
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(KEY)
      return key === null ? null : (subscription(key) as unknown as PushSubscription)
    }
    PushManager.prototype.subscribe = async (options) => {
      const key = String(options?.applicationServerKey)
      localStorage.setItem(KEY, key)
      return subscription(key) as unknown as PushSubscription
    }
  })
}
