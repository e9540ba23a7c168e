import { answersTo, expect, openSession, ownMessages, say, test } from './support/app.ts'

test('a link signs in, leaves no code in the address bar, and the agent answers', async ({ page, app }) => {
  const name = 'First words'
  await app.api.startSession(name)
  await page.goto(app.signInLink())
  await expect(page.getByRole('link', { name })).toBeVisible()
  expect(page.url()).toBe(`${app.origin}/`)
  expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(2)

  await openSession(page, name)
  await say(page, 'Good morning')
  await expect(ownMessages(page, 'Good morning')).toHaveCount(1)
  await expect(answersTo(page, 'Good morning')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Message to Claude' })).toHaveValue('')
})

test('a code typed by hand signs in, a wrong one says so, and signing out forgets it', async ({
  page,
  app,
}) => {
  await page.goto(app.origin)
  const field = page.getByLabel('Code or link')
  await field.fill('not-the-code')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('alert')).toContainText('This code does not fit')
  await expect(field).toHaveValue('not-the-code')

  await field.fill(` ${app.token} `)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()

  await page.getByRole('button', { name: 'Look and sign-out' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(field).toBeVisible()
  await page.reload()
  await expect(field).toBeVisible()
})
