import { expect, openSession, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

test('whatever an agent writes stays readable and in its place', async ({ page, app }) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await using agent = await BareAgent.start(app, 'Odd texts')
  await agent.say('The message before')
  await agent.say(`Tall ${`a${'\u0301'.repeat(300)}`.repeat(5)}`)
  await agent.say(`${'> '.repeat(3000)}quoted`)
  await agent.say(`${'- '.repeat(2000)}listed`)
  await agent.say(
    '| Name | What it says about it | Where it stands | Since when |\n|---|---|---|---|\n| Configuration | Everything that was changed | /home/alex/configuration | yesterday evening |',
  )
  await page.goto(app.signInLink())
  await openSession(page, 'Odd texts')
  const log = page.getByRole('log')

  await expect(log).toContainText('> > quoted')
  await expect(log).toContainText('- - listed')
  await expect(log.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  // Words of a table stay whole, and what does not fit scrolls.
  const cells = log.getByRole('cell')
  const word = cells.filter({ hasText: /^Configuration$/ })
  const lines = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  }
  expect(await word.evaluate(lines)).toBe(1)

  // What would be drawn over others is cut off at the message's own edge.
  const tall = log.locator('div[data-index]').filter({ hasText: /^Tall/ })
  await tall.scrollIntoViewIfNeeded()
  expect(await tall.evaluate((row) => getComputedStyle(row).overflow)).toBe('clip')
  expect(problems).toEqual([])
})

test('a session that does not exist says so as a page of its own', async ({ page, app }) => {
  await page.goto(app.signInLink().replace('/?', '/sessions/nowhere?'))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/session/i)
})
