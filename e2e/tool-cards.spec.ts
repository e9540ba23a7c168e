import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openSession, ownMessages, say, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** The line of a step, by what it says. */
const step = (page: Page, name: string | RegExp) => page.getByRole('log').getByRole('button', { name })

/** Unfolds a step; resolves to the entry of the conversation that holds it. */
async function unfold(page: Page, name: string | RegExp) {
  await step(page, name).click()
  await expect(step(page, name)).toHaveAttribute('aria-expanded', 'true')
  return page
    .getByRole('log')
    .locator('div[data-index]')
    .filter({ has: page.getByRole('button', { name }) })
}

/** What axe finds in the conversation, by rule and place. */
async function violations(page: Page): Promise<string[]> {
  await expect(page.getByTestId('loading')).toHaveCount(0)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const found = await new AxeBuilder({ page }).include('[role=log]').withTags(tags).analyze()
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('every step of a search for an answer can be read', async ({ page, app }) => {
      test.slow()
      await app.api.startSession(`Steps ${colorScheme}`)
      await page.goto(app.signInLink())
      await openSession(page, `Steps ${colorScheme}`)
      await say(page, 'Research how cards are charged')
      await page.getByText('the shop does just that').waitFor()

      const lines = await unfold(page, /^Found 2 lines charges/)
      await expect(lines.getByRole('listitem').filter({ hasText: 'const charges' }).last()).toContainText('2')
      await expect(lines.getByRole('link', { name: 'src/checkout.ts' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      await step(page, /^Found 2 lines/).click()

      const files = await unfold(page, /^Found 2 files/)
      await expect(files.getByRole('link')).toHaveText(['src/checkout.ts', 'src/checkout.test.ts'])
      await step(page, /^Found 2 files/).click()

      const read = await unfold(page, /^Read 4 lines of checkout.ts/)
      await expect(read.getByText('Lines 1 to 4')).toBeVisible()
      await expect(read.locator('.hljs-keyword').first()).toHaveText('export')
      expect(await violations(page)).toEqual([])
      await step(page, /^Read 4 lines/).click()

      const found = await unfold(page, /^Found 2 pages on the web/)
      const page1 = found.getByRole('link', { name: /Money in programs/ })
      await expect(page1).toHaveAttribute('href', 'https://example.org/money')
      await expect(page1).toHaveAttribute('rel', /noopener/)
      await expect(page1).toHaveAttribute('target', '_blank')
      await expect(found.getByText('once per order')).toHaveCSS('font-weight', /[67]00/)
      expect(await violations(page)).toEqual([])
      await step(page, /^Found 2 pages/).click()

      const fetched = await unfold(page, /^Read a web page/)
      await expect(fetched.getByRole('link')).toHaveAttribute('href', 'https://example.org/money')
      await expect(fetched.locator('strong')).toHaveText('once per order')
      await step(page, /^Read a web page/).click()

      const agent = await unfold(page, /^Sub-agent reader/)
      await expect(agent.getByText('reader · done')).toBeVisible()
      await expect(agent.getByRole('region', { name: 'What it was told' })).toContainText('sum it up')
      await agent.getByRole('button', { name: /^Read 3 lines of README.md/ }).click()
      await expect(agent.getByRole('region', { name: 'Contents of README.md' })).toBeVisible()
      await expect(agent.getByRole('region', { name: 'Its answer' }).locator('strong')).toHaveText(
        'small web shop',
      )
      expect(await violations(page)).toEqual([])
      await step(page, /^Sub-agent reader/).click()

      const issue = await unfold(page, /^Used tracker: create issue/)
      await expect(issue.getByRole('definition').filter({ hasText: 'Charge once' })).toBeVisible()
      await expect(issue.getByRole('definition').filter({ hasText: 'shop, money' })).toBeVisible()
      await issue.getByRole('button', { name: '2 values' }).click()
      await expect(issue.getByRole('definition').filter({ hasText: /^Alex$/ })).toBeVisible()
      await expect(issue.getByText('"number": 12')).toHaveCount(0)
      await issue.getByRole('button', { name: 'Show as it came' }).click()
      await expect(issue.locator('pre').filter({ hasText: '"title": "Charge once"' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      await step(page, /^Used tracker/).click()

      const todos = await unfold(page, /^Updated the to-do list 2 of 2/)
      await expect(todos.getByRole('listitem')).toHaveText([
        'Look through the files (done)',
        'Look it up on the web (done)',
      ])
      expect(await violations(page)).toEqual([])
    })
  })
}

test('a file that was read opens in the files of the session', async ({ page, app }) => {
  await app.api.startSession('Linked')
  await page.goto(app.signInLink())
  await openSession(page, 'Linked')
  await say(page, 'Research the shop')
  await page.getByText('the shop does just that').waitFor()
  const read = await unfold(page, /^Read 4 lines of checkout.ts/)
  await read.getByRole('link', { name: 'src/checkout.ts' }).click()
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Contents of checkout.ts' })).toContainText('checkout(cart')
})

test('files on Windows are named from the folder of the session on, and open there', async ({
  page,
  app,
}) => {
  await using agent = await BareAgent.start(app, 'Windowed', { path: 'C:\\Users\\Al\\shop' })
  await agent.use('Read', { file_path: 'C:\\Users\\Al\\shop\\src\\till.ts' }, '1\tring()')
  await page.goto(app.signInLink())
  await openSession(page, 'Windowed')
  const read = await unfold(page, 'Read 1 line of till.ts src done')
  await expect(read.getByRole('region', { name: 'Contents of till.ts' })).toContainText('ring()')
  await read.getByRole('link', { name: 'src\\till.ts' }).click()
  await expect(page).toHaveURL(/file=src%2Ftill\.ts/)
})

test('what an agent sums up at length is folded', async ({ page, app }) => {
  await using agent = await BareAgent.start(app, 'Summed up')
  await agent.tell({ type: 'compact-summary', summary: `# So far\n\n${'Much was done. '.repeat(40)}` })
  await page.goto(app.signInLink())
  await openSession(page, 'Summed up')
  const summary = await unfold(page, 'The conversation was summed up to save memory')
  await expect(summary.getByRole('heading', { name: 'So far' })).toBeVisible()
})

test('odd, hostile and very long results stay readable', async ({ page, app }) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await using agent = await BareAgent.start(app, 'Odd steps')
  await agent.use('Read', { file_path: 'big.txt' }, 'BIG')
  await agent.use('Read', { file_path: 'bidi.ts' }, '1\tif (a\u202e) {}')
  await agent.use('Read', { file_path: 7 }, { odd: true })
  await agent.use('WebFetch', { url: 'javascript:alert(1)' }, 'nothing')
  await agent.use('Grep', { pattern: 'zebra' }, 'No matches found')
  await agent.use('Grep', { pattern: 'many' }, 'a.ts:1:many\n'.repeat(3000))
  await agent.use('Bash', { command: 'false' }, 'It broke', true)
  await agent.use('Bash', { command: 'true' }, '')
  await agent.use('ExitPlanMode', { plan: '# My plan\n\n1. Begin' })
  // Two megabytes; this hub shortens them on the way in, another may not.
  const big = JSON.stringify('one more line\n'.repeat(150_000))
  await page.route('**/messages?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"BIG"', () => big) })
  })
  await page.goto(app.signInLink())
  await openSession(page, 'Odd steps')

  const plan = await unfold(page, /^Proposed a plan.*not finished/)
  await expect(plan.getByRole('heading', { name: 'My plan' })).toBeVisible()
  await step(page, /^Proposed a plan/).click()
  const failed = await unfold(page, /^Ran false.*failed/)
  await expect(failed.getByText('It broke')).toBeVisible()
  await step(page, /^Ran false/).click()
  const silent = await unfold(page, /^Ran true done/)
  await expect(silent.getByText('It printed nothing.')).toBeVisible()
  await step(page, /^Ran true/).click()
  const none = await unfold(page, /^Found nothing zebra/)
  await expect(none.getByRole('paragraph').filter({ hasText: 'Found nothing' })).toBeVisible()
  await step(page, /^Found nothing zebra/).click()
  const many = await unfold(page, /^Found 3000 lines many/)
  await expect(many.getByRole('listitem')).toHaveCount(21)
  await many.getByRole('button', { name: 'Show 1000 more of 3000' }).click()
  await expect(many.getByRole('listitem')).toHaveCount(1021)
  await step(page, /^Found 3000 lines/).click()

  const fetched = await unfold(page, /^Read a web page/)
  await expect(fetched.getByText('javascript:alert(1)').last()).toBeVisible()
  await expect(fetched.getByRole('link')).toHaveCount(0)
  await step(page, /^Read a web page/).click()
  const bare = await unfold(page, /^Read done/)
  await expect(bare.getByRole('term').filter({ hasText: 'file path' })).toBeVisible()
  await step(page, /^Read done/).click()
  const bidi = await unfold(page, /^Read 1 line of bidi.ts/)
  await expect(bidi.getByText('Line 1', { exact: true })).toBeVisible()
  await expect(bidi.getByRole('region', { name: 'Contents of bidi.ts' })).toContainText('(a⟨U+202E⟩)')

  await step(page, /^Read 1 line of bidi/).click()
  const file = await unfold(page, /^Read 150000 lines of big.txt/)
  const all = file.getByRole('button', { name: 'Show all (150000 lines)' })
  await expect(all).toHaveAttribute('aria-expanded', 'false')
  await all.press('Enter')
  await file.getByRole('button', { name: 'Show less' }).press('Enter')
  await expect(all).toBeVisible()
  expect(problems).toEqual([])
})

/** Ten by ten points of green. */
const GREEN =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

test('pictures that tools bring are drawn, and those that cannot be are said to be there', async ({
  page,
  app,
}) => {
  await using agent = await BareAgent.start(app, 'Pictured')
  const part = (data: string) => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data },
  })
  await agent.use('Read', { file_path: '/home/alex/projects/shop/mug.png' }, [part(GREEN)])
  await agent.use('mcp__browser__screenshot', { fullPage: true, tabID: 7 }, [
    { type: 'text', text: 'Here it is' },
    part(GREEN),
  ])
  // More than the hub keeps of one text.
  await agent.use('Read', { file_path: 'poster.png' }, [part('A'.repeat(100_000))])
  await agent.use('Read', { file_path: 'broken.png' }, [part('AAAA')])
  await page.goto(app.signInLink())
  await openSession(page, 'Pictured')

  const read = await unfold(page, /^Read mug.png/)
  const drawn = read.getByRole('img', { name: 'Picture mug.png' })
  await expect(drawn).toHaveJSProperty('naturalWidth', 10)
  const shot = await unfold(page, /^Used browser: screenshot/)
  await expect(shot.getByRole('img', { name: 'Picture from the agent' })).toHaveJSProperty('naturalWidth', 10)
  await expect(shot.locator('pre')).toHaveText('Here it is')
  await expect(shot.getByRole('term')).toHaveText(['full page', 'tab ID'])
  expect(await violations(page)).toEqual([])
  const large = await unfold(page, /^Read poster.png/)
  await expect(large).toContainText('It is too large to be kept with the conversation.')
  await expect(large.getByRole('link', { name: 'poster.png' })).toBeVisible()
  const broken = await unfold(page, /^Read broken.png/)
  await expect(broken).toContainText('A picture. It is not shown here.')
  await expect(broken.getByRole('img')).toHaveCount(0)
})

test('a long message of one’s own is folded, and unfolded where a search leads to it', async ({
  page,
  app,
}) => {
  await app.api.startSession('Folded')
  await page.goto(app.signInLink())
  await openSession(page, 'Folded')
  const lines = Array.from({ length: 40 }, (_, index) => `point ${index + 1}`)
  await say(page, `${lines.join('\n')}\nquokka`)
  const own = ownMessages(page, 'point 12')
  const all = own.getByRole('button', { name: 'Show all (41 lines)' })
  await expect(all).toHaveAttribute('aria-expanded', 'false')
  await expect(own).not.toContainText('point 13')
  await all.press('Enter')
  await expect(own).toContainText('quokka')
  await own.getByRole('button', { name: 'Show less' }).press('Enter')
  await expect(own).not.toContainText('quokka')

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('quokka')
  await palette
    .getByRole('option', { name: /quokka/ })
    .first()
    .click()
  await expect(own).toContainText('quokka')
  await expect(own.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})
