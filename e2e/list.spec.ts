import type { Page } from '@playwright/test'
import { expect, openSession, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'
import { makeSessions } from './support/crowd.ts'

const linkOf = (page: Page, name: string) => page.getByRole('link', { name })
const headingOf = (page: Page, name: RegExp) => page.getByRole('heading', { level: 2, name })

/** The names of the groups and sessions that are shown, from the top; each line begins with its name. */
const order = (page: Page, names: readonly string[]) =>
  page
    .locator('li[data-index]')
    .evaluateAll(
      (lines, wanted) =>
        lines.flatMap((line) => wanted.find((name) => line.textContent?.startsWith(name)) ?? []),
      names,
    )

test('what waits comes first, then what is pinned, then the projects', async ({ page, app }) => {
  await using _quiet = await BareAgent.start(app, 'Quiet one', { path: '/work/orchard' })
  await using busy = await BareAgent.start(app, 'Busy one', { path: '/work/meadow' })
  await using _tree = await BareAgent.start(app, 'On a branch', {
    path: '/tmp/trees/pears',
    worktree: { basePath: '/work/orchard', branch: 'pears', name: 'pears' },
  })
  await using asking = await BareAgent.start(app, 'Asking one', { path: '/work/orchard' })
  await busy.think(true)
  await asking.ask('Bash', { command: 'make jam' })
  await page.goto(app.signInLink())

  const orchard = headingOf(page, /^orchard/)
  await expect(orchard).toContainText('2 sessions')
  await expect(orchard).toContainText('1 more waits for you')
  await expect(orchard).toHaveAccessibleName(
    /^orchard( ?, .+)? ?, 2 sessions ?, 1 more waits for you, at the top of the list$/,
  )
  await expect(headingOf(page, /^meadow/)).toContainText('1 working')
  await expect(linkOf(page, 'On a branch')).toContainText('pears')
  const names = ['Asking one', 'Busy one', 'Quiet one', 'Waiting for you', 'Pinned', 'meadow', 'orchard']
  await expect
    .poll(() => order(page, names))
    .toEqual(['Waiting for you', 'Asking one', 'meadow', 'Busy one', 'orchard', 'Quiet one'])

  await page.getByRole('button', { name: /^Actions for Quiet one/ }).click()
  await page.getByRole('menuitem', { name: 'Pin to the top of the list' }).click()
  await expect
    .poll(() => order(page, names))
    .toEqual(['Waiting for you', 'Asking one', 'Pinned', 'Quiet one', 'meadow', 'Busy one', 'orchard'])

  // What is over stays with its project.
  await page.getByRole('button', { name: /^Actions for On a branch/ }).click()
  await page.getByRole('menuitem', { name: 'Archive…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(linkOf(page, 'On a branch')).toContainText('Archived')
  await expect(orchard).toContainText('1 session')
})

test('a project that was folded up stays so, is searched all the same, and hides nothing that waits', async ({
  page,
  app,
}) => {
  await using agent = await BareAgent.start(app, 'Folded away', { path: '/work/cellar' })
  await page.goto(app.signInLink())
  const cellar = page.getByRole('button', { name: /^cellar/ })
  await expect(cellar).toHaveAttribute('aria-expanded', 'true')
  await cellar.click()
  await expect(linkOf(page, 'Folded away')).toHaveCount(0)
  await page.reload()
  await expect(cellar).toHaveAttribute('aria-expanded', 'false')
  await expect(linkOf(page, 'Folded away')).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('folded')
  await expect(linkOf(page, 'Folded away')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(linkOf(page, 'Folded away')).toHaveCount(0)

  await agent.ask('Bash', { command: 'ls' })
  await expect(headingOf(page, /^Waiting for you/)).toBeVisible()
  await expect(linkOf(page, 'Folded away')).toBeVisible()
})

test('no row leaves its place under a finger', async ({ page, app }) => {
  await using second = await BareAgent.start(app, 'Second row', { path: '/work/stable' })
  await using _first = await BareAgent.start(app, 'First row', { path: '/work/stable' })
  await page.goto(app.signInLink())
  const names = ['First row', 'Second row', 'stable']
  await expect.poll(() => order(page, names)).toEqual(['stable', 'First row', 'Second row'])

  await linkOf(page, 'First row').scrollIntoViewIfNeeded()
  const box = await linkOf(page, 'First row').boundingBox()
  const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 }
  const move = async (by: number) => page.mouse.move(at.x + by, at.y)
  await move(0)
  await second.ask('Bash', { command: 'ls' })
  // The pointer is never still for long enough to let go.
  let step = 0
  await expect(async () => {
    step += 1
    await move(step % 5)
    expect(await linkOf(page, 'Second row').innerText()).toContain('Permission')
  }).toPass()
  await move(6)
  expect(await order(page, names)).toEqual(['stable', 'First row', 'Second row'])

  await page.mouse.move(at.x, 2)
  await expect.poll(() => order(page, names)).toEqual(['Second row', 'stable', 'First row'])
})

test('the keyboard goes from row to row and folds projects', async ({ page, app }, { project }) => {
  test.skip(project.name === 'phone', 'needs a keyboard')
  await using _older = await BareAgent.start(app, 'Reached by key too', { path: '/work/keys' })
  await using _newer = await BareAgent.start(app, 'Reached by key', { path: '/work/keys' })
  await page.goto(app.signInLink())
  const row = page.getByRole('link', { name: /^Reached by key\b(?! too)/ })
  const heading = page.getByRole('button', { name: /^keys/ })
  await row.focus()
  await page.keyboard.press('ArrowDown')
  await expect(linkOf(page, 'Reached by key too')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(row).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.locator('li[data-index]').last().locator('a, button').first()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.locator('li[data-index] :is(a, button)').first()).toBeFocused()
  await openSession(page, 'Reached by key too')
})

test('names that would read as another are written out, and rows say in words what their signs mean', async ({
  page,
  app,
}) => {
  const place = { path: '/work/gar\u202eden', machineId: 'long-gone' }
  await using disguised = await BareAgent.start(app, 'gpj.\u202egnp.exe', place)
  await using _other = await BareAgent.start(app, 'Elsewhere', { path: '/work/hedge', machineId: 'here' })
  await disguised.use('TodoWrite', {
    todos: [
      { content: 'Dig', status: 'completed' },
      { content: 'Sow', status: 'pending' },
    ],
  })
  await page.goto(app.signInLink())
  const row = linkOf(page, 'gpj.⟨U+202E⟩gnp.exe')
  await expect(row).toHaveAccessibleName(/1 of 2 to-dos done/)
  // Nothing tells how a computer is called that is switched off.
  await expect(headingOf(page, /^gar⟨U\+202E⟩den ?, Another computer ?, 1 session$/)).toBeVisible()

  await disguised.say('quince\u202ejam')
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('quince')
  await expect(page.getByRole('region', { name: 'In conversations' })).toContainText('quince⟨U+202E⟩jam')
  await page.getByRole('button', { name: 'Clear the search' }).click()

  await disguised.ask('Bash', { command: 'ls' })
  await expect(row).toHaveAccessibleName(/Waiting for you: Permission$/)
  await expect(row).toContainText('gar⟨U+202E⟩den · Another computer')
  await row.click()
  await expect(page.locator('header', { hasText: 'gar⟨U+202E⟩den' })).toBeVisible()
})

test('what a search finds begins at the top, wherever the list was', async ({ page, app }) => {
  await makeSessions(app, 140)
  await page.goto(app.signInLink())
  const list = page.locator('ul:has(> li[data-index])')
  await expect(list.getByRole('link').first()).toBeVisible()
  const isAtTop = () => list.evaluate((rows) => rows.parentElement?.scrollTop === 0)
  await list.evaluate((rows) => rows.parentElement?.scrollTo(0, rows.scrollHeight))
  await expect.poll(isAtTop).toBe(false)
  await expect(
    page.getByRole('button', { name: /^Show 2 older sessions \(crowd-\d+\)$/ }).first(),
  ).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('crowd')
  await expect(list.locator('li').first()).toContainText('crowd')
  await expect.poll(isAtTop).toBe(true)
})

test('what is written from right to left begins at the right, and shows its beginning', async ({
  page,
  app,
}) => {
  const name = `${'תיקון התשלום בקופה של החנות '.repeat(8)}בעיר`
  await using agent = await BareAgent.start(app, name, { path: '/work/rimon' })
  await agent.say('שלום, עולם.')
  await page.goto(app.signInLink())
  const row = linkOf(page, name)
  const title = row.getByText(name, { exact: true })
  await expect(title).toBeVisible()
  expect(await title.evaluate(sidesOfFirstLetter)).toEqual({ isInside: true, isAfterLast: true })

  await row.click()
  const said = page.getByRole('log').locator('p').filter({ hasText: 'שלום' })
  await expect(said).toBeVisible()
  expect(await said.evaluate(sidesOfFirstLetter)).toEqual({ isInside: true, isAfterLast: true })
})

/** Where the first letter of a text is drawn: within its element, and further to the right than the last one. */
function sidesOfFirstLetter(element: HTMLElement | SVGElement) {
  const text = element.firstChild
  const boxOf = (at: number) => {
    const range = document.createRange()
    range.setStart(text as Node, at)
    range.setEnd(text as Node, at + 1)
    return range.getBoundingClientRect()
  }
  const [first, last] = [boxOf(0), boxOf((text?.textContent?.length ?? 1) - 1)]
  const { left, right } = element.getBoundingClientRect()
  return { isInside: first.left >= left - 1 && first.right <= right + 1, isAfterLast: first.left > last.left }
}
