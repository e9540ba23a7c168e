import type { Page } from '@playwright/test'
import { type App, answersTo, expect, openSession, ownMessages, say, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

const queueOf = (page: Page) => page.getByRole('region', { name: 'Messages that wait' })
const fieldOf = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

/** A session whose agent is in the middle of a turn, and stays there until it gets an answer. */
async function openBusy(page: Page, app: App, name: string, agent?: string): Promise<void> {
  await app.api.startSession(name, agent)
  await page.goto(app.signInLink())
  await openSession(page, name)
  await say(page, 'Please run the tests')
  await page.getByRole('region', { name: 'The agent asks for permission' }).waitFor()
}

async function schedule(page: Page, text: string, choice: string): Promise<void> {
  await fieldOf(page).fill(text)
  await page.getByRole('button', { name: 'Other ways to send' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
}

/** `2026-06-15T10:15`, so many days from today, as the field for a moment takes it. */
function daysAhead(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T10:15`
}

test('what is written while the agent works waits, and is read after', async ({ page, app }) => {
  await openBusy(page, app, 'To be patient')
  await say(page, 'Mind the mugs')
  await expect(queueOf(page)).toContainText('Mind the mugs')
  await expect(queueOf(page)).toContainText('Waits until Claude is done')
  await expect(answersTo(page, 'Mind the mugs')).toHaveCount(0)

  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(answersTo(page, 'Mind the mugs')).toHaveCount(1)
  await expect(queueOf(page)).toHaveCount(0)
  await expect(ownMessages(page, 'Mind the mugs')).toHaveCount(1)
})

test('a waiting message is taken back, and its text with it', async ({ page, app }) => {
  await openBusy(page, app, 'To be recalled')
  await say(page, 'Forget the mugs')
  await fieldOf(page).fill('Half a thought')
  await queueOf(page).getByRole('button', { name: 'Cancel this message' }).click()
  await expect(queueOf(page)).toHaveCount(0)
  await expect(fieldOf(page)).toHaveValue('Half a thought\nForget the mugs')

  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('All 12 tests pass')
  await say(page, 'And now?')
  await expect(answersTo(page, 'And now?')).toHaveCount(1)
  await expect(page.getByRole('log')).not.toContainText('Forget the mugs')
})

test('a waiting message that is taken back brings its files, and carries them when it is sent again', async ({
  page,
  app,
}) => {
  await openBusy(page, app, 'To be recalled with files')
  const picker = page.getByRole('button', { name: 'Attach files' }).locator('xpath=preceding-sibling::input')
  const attached = page.getByRole('list', { name: 'Attached files' })
  await picker.setInputFiles([
    { name: 'mugs.txt', mimeType: 'text/plain', buffer: Buffer.from('mugs') },
    { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('plates') },
    { name: 'mug.png', mimeType: 'image/png', buffer: await page.screenshot() },
  ])
  await expect(attached.getByRole('listitem')).toHaveCount(3)
  await say(page, 'Look at the mugs')
  await expect(queueOf(page)).toContainText('mugs.txt')
  await expect(attached).toHaveCount(0)
  // As the hub has it: nothing of this page is left to know the files by.
  await page.reload()
  await queueOf(page).getByRole('button', { name: 'Cancel this message' }).click()
  await expect(queueOf(page)).toHaveCount(0)
  await expect(fieldOf(page)).toHaveValue('Look at the mugs')
  await expect(attached.getByRole('listitem')).toHaveText([/mugs\.txt/, /wrong\.txt/, /mug\.png/])
  await expect(attached.getByRole('listitem').nth(2).locator('img')).toHaveAttribute('src', /^data:image\//)

  const removed = page.waitForResponse((response) => response.url().endsWith('/upload/delete'))
  await attached.getByRole('button', { name: 'Remove wrong.txt' }).click()
  expect((await removed).ok()).toBe(true)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  await expect(attached).toHaveCount(0)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  const own = ownMessages(page, 'Look at the mugs')
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('mugs.txt')
  await expect(own.getByRole('img', { name: 'mug.png' })).toBeVisible()
  await expect(own).not.toContainText('wrong.txt')
})

test('a waiting message is handed to the agent in the middle of its work', async ({ page, app }) => {
  await openBusy(page, app, 'To be steered', 'codex')
  await say(page, 'Mind the cups')
  await queueOf(page).getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('log')).toContainText('Understood, I will mind this: Mind the cups')
  await expect(queueOf(page)).toHaveCount(0)
  await expect(ownMessages(page, 'Mind the cups')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'The agent asks for permission' })).toBeVisible()
})

test('a message is scheduled for a suggested time, and taken back', async ({ page, app }) => {
  await app.api.startSession('To be scheduled')
  await page.goto(app.signInLink())
  await openSession(page, 'To be scheduled')
  await schedule(page, 'Good morning, mugs', 'Tomorrow morning')
  await expect(fieldOf(page)).toHaveValue('')
  await expect(queueOf(page)).toContainText('Good morning, mugs')
  await expect(queueOf(page)).toContainText(/Will be sent .*9:00/)

  await page.reload()
  await expect(queueOf(page)).toContainText(/Will be sent .*9:00/)
  await queueOf(page).getByRole('button', { name: 'Cancel this message' }).click()
  await expect(queueOf(page)).toHaveCount(0)
  await expect(fieldOf(page)).toHaveValue('Good morning, mugs')
})

test('a message is scheduled for a time of one’s own, within the week', async ({ page, app }) => {
  await app.api.startSession('To be timed')
  await page.goto(app.signInLink())
  await openSession(page, 'To be timed')
  await schedule(page, 'Water the plants', 'Pick a time…')
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  for (const [days, problem] of [
    [-1, 'This time has passed'],
    [9, 'more than seven days ahead'],
  ] as const) {
    await dialog.getByLabel('When').fill(daysAhead(days))
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(dialog).toContainText(problem)
  }
  await dialog.getByLabel('When').fill(daysAhead(3))
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(queueOf(page)).toContainText('Water the plants')
  await expect(queueOf(page)).toContainText(/Will be sent .*10:15/)
  // The list says so, too; on a phone it is a page of its own.
  await page.goto(app.origin)
  await expect(
    page.getByRole('link', { name: /To be timed/ }).getByLabel('Has scheduled messages'),
  ).toBeVisible()
})

test('a message nobody is sure about is sent again, or cancelled, on a person’s word', async ({
  page,
  app,
}) => {
  await using agent = await BareAgent.start(app, 'To be unsure')
  await page.goto(app.signInLink())
  await openSession(page, 'To be unsure')
  for (const text of ['Try me again', 'Let me be']) {
    await say(page, text)
    await agent.lose(text)
  }
  const rowOf = (text: string) => queueOf(page).getByRole('listitem').filter({ hasText: text })
  await expect(rowOf('Try me again')).toContainText('We are not sure that Claude got this')
  await expect(rowOf('Let me be')).toContainText('We are not sure that Claude got this')

  await rowOf('Try me again').getByRole('button', { name: 'Send again' }).click()
  await expect(rowOf('Try me again')).toContainText('Waits until Claude is done')
  await agent.take('Try me again')
  await expect(rowOf('Try me again')).toHaveCount(0)
  await expect(ownMessages(page, 'Try me again')).toHaveCount(1)

  await rowOf('Let me be').getByRole('button', { name: 'Cancel this message' }).click()
  await expect(queueOf(page)).toHaveCount(0)
  await expect(fieldOf(page)).toHaveValue('Let me be')
})
