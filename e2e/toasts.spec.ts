import type { Locator, Page } from '@playwright/test'
import { type App, expect, openSession, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Opens a page and waits until the hub can tell it something. */
async function open(page: Page, app: App, path: string): Promise<void> {
  const connected = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto(app.signInLink().replace('/?', `${path}?`))
  await connected
  await expect(messages(page)).toBeAttached()
}

/** Another session asks for something; resolves to the message about it. */
async function messageFrom(page: Page, app: App, shown: string, name = shown): Promise<Locator> {
  await using other = await BareAgent.start(app, name)
  await other.ask('Bash', { command: 'make tea' })
  const message = messages(page).getByRole('button', { name: new RegExp(shown) })
  await expect(message).toBeVisible()
  return message
}

/** Whether two elements lie apart on the page. */
async function areApart(a: Locator, b: Locator): Promise<boolean> {
  const [one, other] = [await a.boundingBox(), await b.boundingBox()]
  if (!one || !other) return false
  return one.y + one.height <= other.y || other.y + other.height <= one.y
}

test('a message hides neither the way back, nor what is asked, nor where one writes', async ({
  page,
  app,
}) => {
  await using here = await BareAgent.start(app, 'Read here')
  await here.ask('Bash', { command: Array.from({ length: 40 }, (_, line) => `echo ${line}`).join('\n') })
  await open(page, app, '/')
  await openSession(page, 'Read here')
  const card = page.getByRole('region', { name: 'The agent asks for permission' })
  await expect(card).toBeVisible()
  const message = await messageFrom(page, app, 'Asks from elsewhere')
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  for (const part of [heading, page.getByRole('tablist'), card]) {
    expect(await areApart(message, part)).toBe(true)
  }
  await page.getByRole('button', { name: 'Session menu' }).click({ trial: true })

  // Whoever reads it keeps it; Escape closes it and the keyboard goes on from the top of the page.
  await message.focus()
  await page.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
  await expect(heading).toBeFocused()
})

test('a message lies at the foot of other pages, above the names of the screens', async ({ page, app }, {
  project,
}) => {
  await open(page, app, '/machines')
  const heading = page.getByRole('heading', { level: 1, name: 'Computers' })
  await heading.waitFor()
  const message = await messageFrom(page, app, 'Asks over there')
  expect(await areApart(message, heading)).toBe(true)
  if (project.name === 'phone') {
    expect(await areApart(message, page.getByRole('navigation', { name: 'Screens' }))).toBe(true)
  }
  await messages(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(message).toHaveCount(0)
})

test('a message that the keyboard is on stays when the mouse leaves it', async ({ page, app }) => {
  await page.clock.install()
  await open(page, app, '/machines')
  const message = await messageFrom(page, app, 'Held by the keyboard')
  await message.focus()
  await message.hover()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(10_000)
  await expect(message).toBeVisible()
  await message.blur()
  await page.clock.fastForward(10_000)
  await expect(message).toHaveCount(0)
})

test('a name in a message reads as it is', async ({ page, app }) => {
  await open(page, app, '/machines')
  await messageFrom(page, app, 'Ask⟨U\\+202E⟩ing', 'Ask\u202eing')
})

test('a message is swiped away, and not pressed by that', async ({ page, app }, { project }) => {
  test.skip(project.name === 'desktop', 'needs a finger')
  await open(page, app, '/machines')
  await page.getByRole('heading', { level: 1, name: 'Computers' }).waitFor()
  const message = await messageFrom(page, app, 'To be swiped')
  const box = await message.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 20]
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x, y }])
  for (const by of [20, 40, 60, 80, 100, 120]) await touch('touchMove', [{ x: x + by, y }])
  await touch('touchEnd', [])
  await expect(message).toHaveCount(0)
  await expect(page).toHaveURL(/\/machines$/)
})
