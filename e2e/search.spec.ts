import { expect, type Page, test } from '@playwright/test'
import { openSession, say } from './support/app.ts'
import { makeSessions, saySo } from './support/crowd.ts'
import { type Product, startProduct } from './support/product.ts'

const LINES = 1200

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  const [long = '', short = ''] = await makeSessions(product, 2)
  await saySo(product, long, LINES)
  await saySo(product, short, 3)
})
test.afterAll(() => product.stop())

const results = (page: Page) => page.getByRole('region', { name: 'In conversations' })
const line = (page: Page, number: number) =>
  page.getByRole('log').getByText(`Line ${number}`, { exact: true })

/** The numbers of the lines that can be seen, from top to bottom. */
function linesInView(log: HTMLElement | SVGElement): number[] {
  const { top, bottom } = log.getBoundingClientRect()
  return [...log.querySelectorAll('[data-index]')]
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top && box.top < bottom)
    .sort((a, b) => a.box.top - b.box.top)
    .map(({ row }) => Number(/Line (\d+)/.exec(row.textContent ?? '')?.[1]))
}

test('words in a long conversation are found from the list and shown where they stand', async ({ page }) => {
  await page.goto(product.signInLink())
  const field = page.getByRole('searchbox', { name: 'Search sessions' })
  await field.fill('line 150')
  await expect(results(page).getByRole('status')).toHaveText('1 message found')
  await expect(results(page).locator('mark')).toHaveText(['Line', '150'])
  await results(page)
    .getByRole('link', { name: /Line 150/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Crowd 1' }).waitFor()
  await expect(line(page, 150)).toBeInViewport()
  await expect(page.locator('[data-index]:focus')).toContainText('Line 150')

  // From there the conversation goes on in both directions, and back to its end.
  const log = page.getByRole('log')
  await log.evaluate((element) => element.scrollBy(0, -4000))
  await expect(line(page, 90)).toBeAttached()
  await page.getByRole('button', { name: 'To the newest' }).click()
  await expect(line(page, LINES)).toBeInViewport()
})

test('from a message far back one reads on to the newest without a jump, a gap or a double', async ({
  page,
}) => {
  test.slow()
  await page.goto(product.signInLink())
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('line 150')
  await results(page)
    .getByRole('link', { name: /Line 150/ })
    .click()
  await expect(page.locator('[data-index]:focus')).toContainText('Line 150')

  // At once to the end of what was loaded around it: that is not the end of the conversation.
  const log = page.getByRole('log')
  await log.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(line(page, 352)).toBeAttached()
  let shown = await log.evaluate(linesInView)
  expect(shown).toContain(350)
  while (!shown.includes(LINES)) {
    await log.evaluate((element) => element.scrollBy(0, element.clientHeight * 0.8))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const next = await log.evaluate(linesInView)
    const [first = 0] = next
    expect(next).toEqual(next.map((_, index) => first + index))
    expect(first).toBeLessThanOrEqual((shown.at(-1) ?? 0) + 1)
    expect(first).toBeGreaterThanOrEqual(shown[0] ?? 0)
    shown = next
  }
  // There it goes on with what comes.
  await log.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(page.getByRole('button', { name: 'To the newest' })).toBeHidden()
})

test('the palette finds words in conversations, by keyboard alone', async ({ page }) => {
  await page.goto(product.signInLink())
  await page.getByRole('searchbox', { name: 'Search sessions' }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('line 777')
  await expect(palette.getByRole('option', { name: /Line 777/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(line(page, 777)).toBeInViewport()

  // A message of the session that is open already.
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('line 42')
  const options = palette.getByRole('option', { name: /Line 42\b/ })
  await expect(options.first()).toBeVisible()
  await options
    .filter({ hasText: /Line 42$/ })
    .first()
    .click()
  await expect(line(page, 42)).toBeInViewport()
})

test('nothing found, and a hub that does not answer, are said in words', async ({ page }) => {
  await page.goto(product.signInLink())
  const field = page.getByRole('searchbox', { name: 'Search sessions' })
  await field.fill('zebra')
  await expect(results(page)).toContainText('Nothing was said about “zebra”.')
  await page.route('**/api/search?*', (route) => route.abort())
  await field.fill('zebras')
  await expect(results(page).getByRole('alert')).toContainText('could not be searched')
  await page.unroute('**/api/search?*')
  await results(page).getByRole('button', { name: 'Try again' }).click()
  await expect(results(page)).toContainText('Nothing was said about “zebras”.')
})

test('what was just written is found', async ({ page }) => {
  const own = await startProduct()
  try {
    await own.startMachine()
    await own.api.startSession('Fresh')
    await page.goto(own.signInLink())
    await openSession(page, 'Fresh')
    await say(page, '请修复这个错误')
    await expect(page.getByRole('article', { name: 'You' })).toContainText('错误')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('错误')
    await expect(page.getByRole('dialog').locator('mark').first()).toHaveText('错误')
  } finally {
    await own.stop()
  }
})
