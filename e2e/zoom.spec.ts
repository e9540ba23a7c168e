import type { Page } from '@playwright/test'
import { expect, openSession, test } from './support/app.ts'
import { SCREENS } from './support/screens.ts'

// A window of 1280 by 800 zoomed to 200 % (WCAG 2.2, 1.4.4 and 1.4.10).
test.use({ viewport: { width: 640, height: 400 }, isMobile: false, hasTouch: false })

/** What stands beyond the right or left edge without a scroller of its own around it. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth
        ? true
        : scrolls(element.parentElement))
    const isCut = (element: Element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      // A chart is there or not as a whole; a picture that only measures letters has no size.
      if (element.parentElement?.closest('svg')) return false
      if (width < 2 || height < 2 || getComputedStyle(element).visibility === 'hidden') return false
      return (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement)
    }
    return [...document.querySelectorAll('body *')]
      .filter(isCut)
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [])
  })

for (const locale of ['en-US', 'zh-CN']) {
  test.describe(`at 200 % in ${locale}`, () => {
    test.use({ locale })

    test('nothing is cut off on any screen', async ({ page, app }) => {
      await page.goto(app.signInLink())
      for (const path of SCREENS) {
        await page.goto(app.origin + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect(page.getByTestId('loading')).toHaveCount(0)
        expect([path, await cutOff(page)]).toEqual([path, []])
      }
    })

    test('a session can be read, answered and written to', async ({ page, app }) => {
      await page.goto(app.signInLink())
      await openSession(page, 'Fix the flaky test')
      const composer = page.getByRole('main').getByRole('textbox')
      const card = page.getByRole('main').getByRole('heading', { level: 2 }).first()
      for (const part of [page.getByRole('log'), card, composer]) {
        await part.scrollIntoViewIfNeeded()
        await expect(part).toBeInViewport({ ratio: 0.5 })
      }
      expect(await cutOff(page)).toEqual([])
    })
  })
}
