import type { Page } from '@playwright/test'
import { type App, expect, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'
import { overflowing } from './support/overflow.ts'
import { SCREENS } from './support/screens.ts'

const LANGUAGES = ['en-US', 'zh-CN']
const PARTS = ['', '/files', '/changes', '/notes']
/** Without a blank to break at. */
const LONG = 'a-very-long-name-'.repeat(8)

/** Opens everything that is folded up on a screen. */
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.toggleAttribute('open', true)
    const closed = 'main button[aria-expanded="false"]:not([aria-haspopup])'
    for (const button of document.querySelectorAll<HTMLElement>(closed)) button.click()
  })

const open = async (page: Page, app: App, path: string) => {
  await page.goto(app.signInLink().replace('/?', `${path}?`))
  await page.locator('h1').first().waitFor()
  await expect(page.getByTestId('loading')).toHaveCount(0)
}

for (const locale of LANGUAGES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('no screen is wider than its page, and nothing on it is cut', async ({ page, app }) => {
      test.slow()
      for (const path of SCREENS) {
        await open(page, app, path)
        await unfold(page)
        expect(await overflowing(page), path).toEqual([])
      }
    })

    test('a session of long names, with a long command to allow, stays in its page', async ({
      page,
      app,
    }) => {
      await using agent = await BareAgent.start(app, LONG, {
        path: `/work/${LONG}`,
        worktree: { basePath: `/work/${LONG}`, branch: LONG, name: LONG },
      })
      await agent.say(
        `${LONG}\n\n\`${LONG}\`\n\n| ${LONG} | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`\n${LONG}\n\`\`\``,
      )
      await open(page, app, '/')
      await expect(page.getByRole('link', { name: LONG }).first()).toBeVisible()
      expect(await overflowing(page)).toEqual([])
      await agent.ask('Bash', { command: LONG, description: LONG })
      for (const part of PARTS) {
        await open(page, app, `/sessions/${agent.sessionId}${part}`)
        expect(await overflowing(page), part).toEqual([])
      }
    })
  })
}
