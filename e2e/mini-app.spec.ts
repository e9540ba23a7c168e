import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { blockStorage } from './support/block-storage.ts'
import { BOT_SETTINGS, openedByClient, signedInitData } from './support/mini-app.ts'
import { type Product, startProduct } from './support/product.ts'

const SESSION = 'Asked by the bot'
const DAY_SECONDS = 24 * 60 * 60

interface BotProduct extends Product {
  sessionId: string
}

const test = base.extend<object, { bot: BotProduct }>({
  bot: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct(BOT_SETTINGS)
      try {
        await product.startMachine()
        await use({ ...product, sessionId: await product.api.startSession(SESSION) })
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker' },
  ],
})

/** Opens a button of the bot that leads to the session. */
async function openSessionButton(page: Page, bot: BotProduct, initData: string): Promise<void> {
  await page.goto(openedByClient(`${bot.origin}/?startapp=session_${bot.sessionId}`, initData))
}

const conversation = (page: Page) => page.getByRole('heading', { level: 1, name: SESSION })

async function typeCode(page: Page, bot: BotProduct): Promise<void> {
  await page.getByLabel('Code or link').fill(bot.token)
  await page.getByRole('button', { name: 'Connect' }).click()
}

/** Whatever the browser keeps of this page beyond it. */
const keptBy = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([window.location.href, { ...localStorage }, { ...sessionStorage }, window.history.state]),
  )

test('an account is connected with the code once, and the next opening leads straight to its session', async ({
  page,
  bot,
  browser,
}, { project }) => {
  const account = project.name === 'phone' ? 1 : 2
  const first = signedInitData({ account })
  await openSessionButton(page, bot, first)
  await expect(page.getByText('Your account in the messaging app is not connected')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(page.url()).toBe(`${bot.origin}/sessions/${bot.sessionId}`)
  expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(2)
  await typeCode(page, bot)
  await expect(conversation(page)).toBeVisible()
  await expect(page.getByText('Your messaging account is connected')).toBeVisible()
  expect(await keptBy(page)).not.toMatch(/auth_date|tgWebApp|hash=/)

  // Another device of the same account, which never saw the code.
  const context = await browser.newContext()
  try {
    const other = await context.newPage()
    const logged: string[] = []
    other.on('console', (message) => logged.push(message.text()))
    await openSessionButton(other, bot, signedInitData({ account }))
    await expect(conversation(other)).toBeVisible()
    const kept = await keptBy(other)
    expect(kept).not.toMatch(/auth_date|tgWebApp|hash=/)
    expect(kept).not.toContain(bot.token)
    expect(logged.join()).not.toMatch(/auth_date|tgWebApp/)

    // Loaded anew it has nothing to sign in with, and says what to do.
    await other.reload()
    await expect(other.getByRole('alert')).toContainText('open it again from the bot')
    expect(other.url()).toBe(`${bot.origin}/sessions/${bot.sessionId}`)
  } finally {
    await context.close()
  }
})

test('where the messaging client’s page lets a frame store nothing, it works all the same', async ({
  page,
  bot,
}, { project }) => {
  const initData = signedInitData({ account: project.name === 'phone' ? 7 : 8 })
  await blockStorage(page)
  await openSessionButton(page, bot, initData)
  await expect(page.getByText('Your account in the messaging app is not connected')).toBeVisible()
  // From then on it is signed in each time it is opened: nothing has to be kept for that.
  await expect(page.getByText('This browser keeps nothing')).toHaveCount(0)
  await typeCode(page, bot)
  await expect(page.getByText('Your messaging account is connected')).toBeVisible()
  await page.goto('about:blank')
  await openSessionButton(page, bot, initData)
  await expect(conversation(page)).toBeVisible()
})

for (const [what, opening] of [
  ['too old', { account: 3, age: DAY_SECONDS + 60 }],
  ['signed for another bot', { account: 3, botToken: '999:other-bot' }],
] as const) {
  test(`an opening that is ${what} says so, and the code signs in at the same place`, async ({
    page,
    bot,
  }) => {
    await openSessionButton(page, bot, signedInitData(opening))
    await expect(page.getByRole('alert')).toContainText('does not hold any more')
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/auth'))
    let hasBound = false
    page.on('request', (request) => {
      hasBound ||= request.url().endsWith('/api/bind')
    })
    await typeCode(page, bot)
    expect((await asked).postDataJSON()).toEqual({ accessToken: bot.token })
    await expect(conversation(page)).toBeVisible()
    expect(hasBound).toBe(false)
  })
}

test('an opening that finds no hub is tried again with one press', async ({ page, bot, browser }, {
  project,
}) => {
  const account = project.name === 'phone' ? 4 : 5
  await openSessionButton(page, bot, signedInitData({ account }))
  await typeCode(page, bot)
  await expect(page.getByText('Your messaging account is connected')).toBeVisible()

  const context = await browser.newContext()
  try {
    const other = await context.newPage()
    await other.route('**/api/auth', (route) => route.abort())
    await openSessionButton(other, bot, signedInitData({ account }))
    await expect(other.getByRole('alert')).toContainText('The hub does not answer')
    await other.unroute('**/api/auth')
    await other.getByRole('button', { name: 'Try now' }).click()
    await expect(conversation(other)).toBeVisible()
  } finally {
    await context.close()
  }
})

test('a code kept from before does not stand in for an account that is not connected', async ({
  page,
  bot,
}) => {
  await page.goto(bot.signInLink())
  await expect(page.getByRole('link', { name: SESSION })).toBeVisible()
  await page.goto('about:blank')
  await openSessionButton(page, bot, signedInitData({ account: 6 }))
  await expect(page.getByText('Your account in the messaging app is not connected')).toBeVisible()
})

test('a link of the bot opens its session in an ordinary browser too', async ({ page, bot }) => {
  await page.goto(bot.signInLink())
  await expect(page.getByRole('link', { name: SESSION })).toBeVisible()
  await page.goto(`${bot.origin}/?startapp=session_${bot.sessionId}`)
  await expect(conversation(page)).toBeVisible()
  expect(page.url()).toBe(`${bot.origin}/sessions/${bot.sessionId}`)
})
