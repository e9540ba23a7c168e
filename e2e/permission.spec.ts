import { expect, openSession, say, test } from './support/app.ts'

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
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('I did not run the tests')
  await expect(page.getByRole('log')).not.toContainText('All 12 tests pass')
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
