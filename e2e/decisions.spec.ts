import type { Page } from '@playwright/test'
import { type App, expect, openSession, say, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

const cardOf = (page: Page) => page.getByRole('region', { name: 'The agent asks for permission' })
const questionOf = (page: Page) => page.getByRole('form', { name: 'The agent asks you something' })
const passesIn = (page: Page) => page.getByRole('log').getByText('All 12 tests pass')

async function openNew(page: Page, app: App, name: string): Promise<void> {
  await app.api.startSession(name)
  await page.goto(app.signInLink())
  await openSession(page, name)
}

/** A session whose agent asks these questions. */
async function openQuestions(page: Page, app: App, name: string, questions: object[]): Promise<BareAgent> {
  const agent = await BareAgent.start(app, name)
  await page.goto(app.signInLink())
  await openSession(page, name)
  await agent.ask('AskUserQuestion', { questions })
  return agent
}

const option = (label: string) => ({ label, description: `Everything ${label.toLowerCase()}` })

test('what is allowed for the session is not asked about again in it', async ({ page, app }) => {
  await openNew(page, app, 'To be trusted')
  await say(page, 'Please run the tests')
  await cardOf(page).getByRole('button', { name: 'Allow for this session' }).click()
  await expect(passesIn(page)).toHaveCount(1)

  await say(page, 'Please run the tests once more')
  await expect(passesIn(page)).toHaveCount(2)
  await expect(cardOf(page)).toHaveCount(0)

  // Another kind of step is asked about as before.
  await say(page, 'Fix it')
  await expect(cardOf(page)).toContainText('Claude wants to change a file')
})

test('what is allowed once is asked about again', async ({ page, app }) => {
  await openNew(page, app, 'To be watched')
  for (const passes of [1, 2]) {
    await say(page, 'Please run the tests')
    await cardOf(page).getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(passesIn(page)).toHaveCount(passes)
  }
})

test('denying and stopping ends the turn, not only the step', async ({ page, app }) => {
  await openNew(page, app, 'To be stopped short')
  await say(page, 'Please run the tests')
  await cardOf(page).getByRole('button', { name: 'Deny and stop' }).click()
  await expect(page.getByRole('log')).toContainText('Stopped by the owner')
  await expect(cardOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stop the agent' })).toHaveCount(0)
  await expect(page.getByRole('log')).not.toContainText('I did not run the tests')
  await expect(page.getByRole('button', { name: 'Run npm test did not happen' })).toBeVisible()
})

test('a turn is stopped while the agent works', async ({ page, app }) => {
  await openNew(page, app, 'To be halted')
  await say(page, 'Please run the tests')
  await cardOf(page).waitFor()
  await page.getByRole('button', { name: 'Stop the agent' }).click()
  await expect(page.getByRole('log')).toContainText('Stopped by the owner')
  await expect(cardOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stop the agent' })).toHaveCount(0)
  // The step it was about to take does not look as if it went on.
  await expect(
    page.getByRole('log').getByRole('button', { name: 'Run npm test did not happen' }),
  ).toBeVisible()
})

test('a question with several choices takes more than one, and own words beside', async ({ page, app }) => {
  await using agent = await openQuestions(page, app, 'With choices', [
    {
      question: 'Which mugs go on sale?',
      header: 'Sale',
      multiSelect: true,
      options: [option('Green'), option('Blue'), option('Red')],
    },
    {
      question: 'How much off?',
      header: 'Price',
      multiSelect: false,
      options: [option('A tenth'), option('A half')],
    },
  ])
  const card = questionOf(page)
  await expect(card).toContainText('Claude asks you 2 things')
  const answer = card.getByRole('button', { name: 'Answer', exact: true })
  const sale = card.getByRole('group', { name: /Which mugs go on sale/ })
  await expect(sale).toContainText('You can choose several.')
  for (const label of [/^Green/, /^Blue/, /^Red/]) await sale.getByRole('checkbox', { name: label }).check()
  await sale.getByRole('checkbox', { name: /^Blue/ }).uncheck()
  await sale.getByRole('textbox', { name: 'Or in your own words' }).fill('and the chipped ones')
  await expect(answer).toBeDisabled()

  // Of a question with one answer, own words take the place of the choice.
  const price = card.getByRole('group', { name: /How much off/ })
  await price.getByRole('radio', { name: /^A half/ }).check()
  await price.getByRole('textbox', { name: 'Or in your own words' }).fill('A third')
  await expect(price.getByRole('radio', { name: /^A half/ })).not.toBeChecked()
  await answer.click()

  expect(await agent.decision()).toMatchObject({
    approved: true,
    answers: { 0: ['Green', 'Red', 'and the chipped ones'], 1: ['A third'] },
  })
  await expect(card).toHaveCount(0)
})

test('a question can be left without an answer', async ({ page, app }) => {
  await openNew(page, app, 'To be ignored')
  await say(page, 'Ask me about the colour')
  await questionOf(page).getByRole('button', { name: 'Do not answer' }).click()
  await expect(page.getByRole('log')).toContainText('No answer, so I leave the mug white.')
  await expect(questionOf(page)).toHaveCount(0)
})
