import { expect, openSession, ownMessages, say, test } from './support/app.ts'

test('a session that goes on under another id takes page and draft along', async ({ page, app }) => {
  const sessionId = await app.api.startSession('Second life')
  await page.goto(app.signInLink())
  await openSession(page, 'Second life')
  await say(page, 'Good morning')
  await expect(page.getByRole('log')).toContainText('I am a simulated agent')
  await page.getByRole('textbox', { name: 'Message to Claude' }).fill('Half a thought')

  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Archive…' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('This session is archived.')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()

  await expect(page).not.toHaveURL(new RegExp(sessionId))
  await expect(page.getByRole('textbox', { name: 'Message to Claude' })).toHaveValue('Half a thought')
  await expect(ownMessages(page, 'Good morning')).toHaveCount(1)
})
