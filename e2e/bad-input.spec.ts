import type { Page } from '@playwright/test'
import { answersTo, expect, openSession, ownMessages, PUBLIC_URL, say, test } from './support/app.ts'

// What the hub says is changed on its way to the page, which a service worker would stand before.
test.use({ serviceWorkers: 'block' })

/** What broke where nothing caught it. */
function problemsOf(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  return problems
}

test('a link with a wrong code says so, and leaves none in the address bar', async ({ page, app }) => {
  await page.goto(`${app.origin}/?${new URLSearchParams({ hub: app.origin, token: 'wrong:team' })}`)
  await expect(page.getByRole('alert')).toContainText('This code does not fit')
  expect(page.url()).toBe(`${app.origin}/`)
  await page.getByLabel('Code or link').fill(app.token)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
})

test('a link of another hub is not tried here, and leads there', async ({ page, app }) => {
  const tried: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth')) tried.push(request.url())
  })
  const query = new URLSearchParams({ hub: PUBLIC_URL, token: 'of-the-other-hub' })
  await page.goto(`${app.origin}/?${query}`)
  await expect(page.getByText(`This code belongs to the hub at ${PUBLIC_URL}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go there' })).toHaveAttribute(
    'href',
    `${PUBLIC_URL}/?${query}`,
  )
  expect([tried, page.url()]).toEqual([[], `${app.origin}/`])
})

test('a code that was changed meanwhile asks for the new one', async ({ page, app }) => {
  await page.goto(app.signInLink())
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  // A page that is open would hear of it before it is loaded anew.
  await page.goto('about:blank')
  const refuse = JSON.stringify({ error: 'Invalid access token' })
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 401, contentType: 'application/json', body: refuse }),
  )
  await page.goto(app.origin)
  await expect(page.getByRole('alert')).toContainText('The code of this hub was changed')
  await page.reload()
  await expect(page.getByLabel('Code or link')).toBeVisible()
})

test('a hub of another protocol version gets no code', async ({ page, app }) => {
  const tried: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth')) tried.push(request.url())
  })
  await otherVersion(page)
  await page.goto(app.signInLink())
  await expect(page.getByRole('alert')).toContainText('This page and the hub do not fit together')
  expect(tried).toEqual([])
})

test('a page that outlived an update of the hub says that they do not fit', async ({ page, app }) => {
  await page.goto(app.signInLink())
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await otherVersion(page)
  await page.reload()
  await expect(page.getByText('This page and the hub are of different versions')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})

test('a stream of nonsense leaves the page as it was', async ({ page, app }) => {
  const problems = problemsOf(page)
  const sessionId = await app.api.startSession('Steady')
  await page.goto(app.signInLink())
  await openSession(page, 'Steady')
  await say(page, 'Before the storm')
  await expect(answersTo(page, 'Before the storm')).toHaveCount(1)

  const row = { id: 'x', seq: 999, localId: null, createdAt: 1e17, invokedAt: 1e17 }
  const frames: unknown[] = [
    { type: 'connection-changed', data: { status: 'connected', subscriptionId: 's', resume: 'ok' } },
    { type: 'of-a-newer-hub', sessionId, data: { anything: [1, 2] } },
    { type: 'session-updated', sessionId, data: 'not a patch' },
    { type: 'session-updated', sessionId, data: { metadata: { version: 'high', value: [] } } },
    { type: 'session-updated', sessionId, data: { active: 'perhaps' } },
    { type: 'session-updated', sessionId: 7 },
    { type: 'message-received', sessionId, message: { id: 1 } },
    {
      type: 'message-received',
      sessionId,
      message: { ...row, content: { role: 'agent', content: [null, 7] } },
    },
    {
      type: 'message-received',
      sessionId,
      message: { ...row, id: 'y', seq: 1000, content: { role: 'user', content: { type: 'text', text: 7 } } },
    },
    null,
    [],
    42,
  ]
  const body = [
    ...frames.map((frame) => `data: ${JSON.stringify(frame)}`),
    'data: {"type":"half',
    ': x',
  ].join('\n\n')
  await page.route('**/api/events*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `${body}\n\n` }),
  )
  await page.reload()
  await expect(ownMessages(page, 'Before the storm')).toHaveCount(1)
  await expect(answersTo(page, 'Before the storm')).toHaveCount(1)

  await page.unroute('**/api/events*')
  await say(page, 'After the storm')
  await expect(answersTo(page, 'After the storm')).toHaveCount(1)
  expect(problems).toEqual([])
})

for (const time of ['1999-12-31T23:59:59Z', '2199-01-01T00:00:00Z']) {
  test(`a device whose clock says ${time.slice(0, 4)} works all the same`, async ({ page, app }) => {
    const problems = problemsOf(page)
    await page.clock.setFixedTime(time)
    const name = `Out of time ${time.slice(0, 4)}`
    await app.api.startSession(name)
    await page.goto(app.signInLink())
    await openSession(page, name)
    for (const text of ['First words', 'Second words']) {
      await say(page, text)
      await expect(answersTo(page, text)).toHaveCount(1)
    }
    await expect(page.getByRole('article', { name: 'You' })).toHaveText([/First words/, /Second words/])
    expect(problems).toEqual([])
  })
}

test('a screen whose code cannot be loaded says so, and the rest goes on', async ({ page, app }) => {
  let tries = 0
  await page.route(/\/assets\/UsageScreen-.*\.js/, (route) => {
    tries += 1
    return route.abort()
  })
  await page.goto(app.signInLink())
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await screens.getByRole('link', { name: 'Usage' }).click()
  // Where the hub answers, the page is loaded again by itself, once.
  await expect.poll(() => tries).toBe(2)
  await expect(page.getByText('This part of the window could not be loaded')).toBeVisible()
  await screens.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

async function otherVersion(page: Page): Promise<void> {
  const body = JSON.stringify({ status: 'ok', protocolVersion: 2, capabilities: {} })
  await page.route('**/health', (route) => route.fulfill({ contentType: 'application/json', body }))
}
