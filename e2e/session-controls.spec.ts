import { expect, openSession, say, test } from './support/app.ts'

test('what the agent may do, its model and its thinking are changed beside the message field', async ({
  page,
  app,
}) => {
  await app.api.startSession('To be set', 'codex')
  await page.goto(app.signInLink())
  await openSession(page, 'To be set')
  const bar = page.getByRole('region', { name: 'How the agent works' })

  await bar.getByRole('button', { name: 'Model: gpt-5-codex' }).click()
  await page.getByRole('menuitemradio', { name: /GPT-5 Codex mini/ }).click()
  await expect(bar.getByRole('button', { name: 'Model: gpt-5-codex-mini' })).toBeVisible()

  await bar.getByRole('button', { name: /^What it may do/ }).click()
  await page.getByRole('menuitemradio', { name: 'Only read and answer' }).click()
  await expect(bar.getByRole('button', { name: 'What it may do: Only reads' })).toBeVisible()
})

test('a command is completed with the keyboard alone', async ({ page, app }) => {
  await app.api.startSession('To be commanded')
  await page.goto(app.signInLink())
  await openSession(page, 'To be commanded')
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill('/re')
  const list = page.getByRole('listbox', { name: 'Commands' })
  await expect(list.getByRole('option', { name: /^\/review/ })).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(field).toHaveValue('/review ')
  await expect(list).toHaveCount(0)
  await expect(field).toBeFocused()
})

test('a plan is carried out on request', async ({ page, app }) => {
  await app.api.startSession('To be planned', 'codex')
  await page.goto(app.signInLink())
  await openSession(page, 'To be planned')
  await say(page, 'Make a plan')
  const card = page.getByRole('region', { name: 'The agent proposes a plan' })
  await card.getByRole('button', { name: 'Carry out the plan' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('log')).toContainText('Make the change')
})
