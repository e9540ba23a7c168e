import type { Page } from '@playwright/test'
import { type App, expect, openSession, say, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

const cardOf = (page: Page) => page.getByRole('region', { name: 'The agent asks for permission' })

/** A session of an agent that asks for what a test says. */
async function openAgent(page: Page, app: App, name: string): Promise<BareAgent> {
  const agent = await BareAgent.start(app, name)
  await page.goto(app.signInLink())
  await openSession(page, name)
  return agent
}

test('allowing a command lets the agent go on', async ({ page, app }) => {
  await app.api.startSession('To be allowed')
  await page.goto(app.signInLink())
  await openSession(page, 'To be allowed')
  await say(page, 'Please run the tests')

  const card = page.getByRole('region', { name: 'The agent asks for permission' })
  await expect(card).toContainText('Claude wants to run a command')
  await expect(card).toContainText('npm test')
  await card.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('All 12 tests pass')
  await expect(card).toHaveCount(0)
})

test('denying a command is respected', async ({ page, app }) => {
  await app.api.startSession('To be denied')
  await page.goto(app.signInLink())
  await openSession(page, 'To be denied')
  await say(page, 'Please run the tests')
  const log = page.getByRole('log')
  await expect(log.getByRole('button', { name: 'Run npm test waits for you' })).toBeVisible()
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(log).toContainText('I did not run the tests')
  await expect(log).not.toContainText('All 12 tests pass')
  await log.getByRole('button', { name: 'Run npm test not allowed' }).click()
  await expect(log).toContainText('This was not allowed, and did not happen.')
  await expect(log.getByText('failed')).toHaveCount(0)
})

test('a question is answered with one of its options', async ({ page, app }) => {
  await app.api.startSession('To be asked')
  await page.goto(app.signInLink())
  await openSession(page, 'To be asked')
  await say(page, 'Ask me about the colour')
  const card = page.getByRole('form', { name: 'The agent asks you something' })
  await expect(card.getByRole('button', { name: 'Answer', exact: true })).toBeDisabled()
  await card.getByRole('radio', { name: /Terracotta/ }).check()
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('Then Terracotta it is.')
})

test('what would make a command read as another is written out', async ({ page, app }) => {
  await using agent = await openAgent(page, app, 'Disguised')
  await agent.ask('Bash', {
    command: 'echo ok \u202e; fr- mr # elif \u202c done',
    description: 'harmless \u2066really\u2069',
  })
  const card = cardOf(page)
  await expect(card).toContainText('echo ok ⟨U+202E⟩; fr- mr # elif ⟨U+202C⟩ done')
  await expect(card).toContainText('harmless ⟨U+2066⟩really⟨U+2069⟩')
  expect(await card.innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

test('the end of a long command can be read before it is allowed', async ({ page, app }) => {
  await using agent = await openAgent(page, app, 'Long-winded')
  await agent.ask('Bash', { command: `${'echo a; '.repeat(3000)}rm -rf the-tail` })
  const card = cardOf(page)
  const tail = card.getByText('rm -rf the-tail')
  await expect(card.getByText('Not shown yet: 4,015 characters.')).toBeInViewport({ ratio: 1 })
  await expect(tail).toHaveCount(0)
  await card.getByRole('button', { name: 'Show all' }).click()
  await expect(tail).toHaveCount(1)
  await expect(card.getByText('Not shown yet')).toHaveCount(0)
})

test.describe('on a phone with its keyboard open', () => {
  test.use({ viewport: { width: 390, height: 420 } })

  test('what is asked next is in sight, wherever the buttons of the last request were', async ({
    page,
    app,
  }) => {
    await using agent = await openAgent(page, app, 'In little room')
    await agent.ask('Bash', { command: 'npm run build' })
    await cardOf(page).waitFor()
    await page.getByRole('textbox', { name: /^Message to/ }).scrollIntoViewIfNeeded()
    await expect(cardOf(page).getByRole('heading')).not.toBeInViewport()
    await agent.ask('Bash', { command: 'npm publish' })
    const command = cardOf(page).getByText('npm publish')
    for (const part of [page.getByRole('heading', { level: 1 }), cardOf(page).getByRole('heading'), command])
      await expect(part).toBeInViewport({ ratio: 1 })
  })
})
