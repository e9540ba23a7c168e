import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { type App, expect, openSession, test } from './support/app.ts'
import { SCREENS } from './support/screens.ts'

// Half-faded text has half its contrast, and a notice may appear at any moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Those of a session are opened from the list. */
const PATHS = [...SCREENS, '/nowhere']
const SESSION_TABS = ['Files', 'Changes', 'Notes']

const open = (page: Page, app: App, path: string) => page.goto(app.signInLink().replace('/?', `${path}?`))

const isLoaded = (page: Page) => expect(page.getByTestId('loading')).toHaveCount(0)

/** What axe finds against WCAG 2.2 AA and its own best practices, by rule and place. */
async function violations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const found = await new AxeBuilder({ page }).withTags(tags).analyze()
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme axe finds nothing wrong with`, () => {
    test.use({ colorScheme })

    for (const path of PATHS) {
      test(path, async ({ page, app }) => {
        await open(page, app, path)
        await page.getByRole('main').waitFor()
        await isLoaded(page)
        expect(await violations(page)).toEqual([])
      })
    }

    test('the sign-in page', async ({ page, app }) => {
      await page.goto(app.origin)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await violations(page)).toEqual([])
    })

    test('the pairing codes', async ({ page, app }) => {
      await open(page, app, '/pair')
      await page.getByRole('button', { name: 'Show the codes' }).click()
      await page.getByTestId('qr-code').first().waitFor()
      expect(await violations(page)).toEqual([])
    })

    test('a session, its tabs and its menus', async ({ page, app }) => {
      await open(page, app, '/')
      await openSession(page, 'Fix the flaky test')
      await isLoaded(page)
      expect(await violations(page)).toEqual([])
      for (const tab of SESSION_TABS) {
        await page.getByRole('tab', { name: tab }).click()
        await isLoaded(page)
        expect([tab, await violations(page)]).toEqual([tab, []])
      }
    })

    test('the command palette', async ({ page, app }) => {
      await open(page, app, '/')
      await page.getByRole('main').waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').waitFor()
      expect(await violations(page)).toEqual([])
    })
  })
}

test('the keyboard comes back to where it was when a dialog or the palette is closed', async ({
  page,
  app,
}) => {
  await open(page, app, '/settings')
  const button = page.getByRole('button', { name: /^Change the code/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await open(page, app, '/')
  await openSession(page, 'Fix the flaky test')
  const menu = page.getByRole('button', { name: 'Session menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('a screen reader is told of two things that happen right after one another', async ({ page, app }) => {
  await page.clock.install()
  await page.goto(app.signInLink().replace('/?', '/pair?'))
  const show = page.getByRole('button', { name: 'Show the codes' })
  await show.waitFor()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await show.click()
  await page.getByRole('button', { name: 'Hide the codes' }).click()
  // Only what is new is read out; the one before is still there for a reader that was speaking.
  const region = page.getByRole('status').filter({ hasText: 'The codes are hidden again' })
  await expect(region).toHaveAttribute('aria-atomic', 'false')
  await expect(region.getByText(/^The codes are/)).toHaveText([
    'The codes are shown for a minute',
    'The codes are hidden again',
  ])
  await page.clock.runFor(10_000)
  await expect(page.getByText('The codes are hidden again')).toHaveCount(0)
})
