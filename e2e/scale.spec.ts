import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/app.ts'
import { makeSessions, saySo } from './support/crowd.ts'

const SESSIONS = 1000
const MESSAGES = 50_000
/** Rows that fit twice the tallest window, and what the lists render beyond it. */
const MOST_RENDERED = 80

/** Scrolls by whole screens, waiting for what comes in, until `until` holds; counts what is rendered meanwhile. */
async function scroll(page: Page, area: Locator, rows: Locator, by: number, until: () => Promise<boolean>) {
  let most = 0
  while (!(await until())) {
    await area.evaluate((element, pixels) => element.scrollBy(0, pixels), by)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    most = Math.max(most, await rows.count())
  }
  return most
}

test('a thousand sessions and fifty thousand messages', async ({ page, app }) => {
  test.slow()
  const ids = await makeSessions(app, SESSIONS)
  await saySo(app, ids[SESSIONS - 1] ?? '', MESSAGES)
  await page.goto(app.signInLink())

  await test.step('the list reaches its end and renders only what is in view', async () => {
    const last = page.getByText('Crowd 1', { exact: true })
    await page
      .getByRole('link', { name: /^Crowd/ })
      .first()
      .waitFor()
    const rows = page.locator('li[data-index]')
    const area = page.locator('ul:has(> li[data-index])').locator('..')
    const older = page.getByRole('button', { name: /^Show \d+ older sessions/ })
    const most = await scroll(page, area, rows, 600, async () => {
      // Projects show a few of what ended, until one asks for the others.
      if (await older.first().isVisible()) await older.first().click()
      return last.isVisible()
    })
    expect(most).toBeLessThan(MOST_RENDERED)
  })

  await test.step('the search finds one of them', async () => {
    await page.getByRole('searchbox', { name: 'Search sessions' }).fill(`Crowd ${SESSIONS}`)
    await page.getByRole('link', { name: `Crowd ${SESSIONS}` }).click()
    await page.getByRole('heading', { level: 1, name: `Crowd ${SESSIONS}` }).waitFor()
  })

  await test.step('the conversation opens at its end and goes back without holes', async () => {
    const log = page.getByRole('log')
    const rows = log.locator('div[data-index]')
    await expect(log.getByText(`Line ${MESSAGES}`, { exact: true })).toBeInViewport()
    const line = MESSAGES - 1500
    const most = await scroll(page, log, rows, -1500, () =>
      log.getByText(`Line ${line}`, { exact: true }).isVisible(),
    )
    expect(most).toBeLessThan(MOST_RENDERED)
    const shown = (await rows.allInnerTexts()).map((text) => Number(/Line (\d+)/.exec(text)?.[1]))
    expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index))
    await page.getByRole('button', { name: 'To the newest' }).click()
    await expect(log.getByText(`Line ${MESSAGES}`, { exact: true })).toBeInViewport()
  })
})
