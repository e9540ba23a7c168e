import { answersTo, expect, say, test } from './support/app.ts'

test('a session is started by choosing folder and agent', async ({ page, app }) => {
  await page.goto(app.signInLink())
  await page.getByRole('link', { name: 'Start a session' }).click()
  await expect(page.getByRole('radio', { name: 'Alex’s MacBook' })).toBeChecked()
  // The list of sessions stands beside it on a wide screen, with folders in the names of its groups.
  const screen = page.getByRole('main')
  await screen.getByRole('button', { name: 'projects', exact: true }).click()
  await screen.getByRole('button', { name: /weather-bot/ }).click()
  await expect(page.getByLabel('Path of the folder')).toHaveValue('/home/alex/projects/weather-bot')
  await page.getByRole('radio', { name: 'Codex' }).check()
  await page.getByRole('button', { name: 'Start', exact: true }).click()

  await expect(page).toHaveURL(/\/sessions\/[^/]+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'weather-bot' })).toBeVisible()
  await say(page, 'Hello')
  await expect(answersTo(page, 'Hello')).toHaveCount(1)
})

test('a folder that does not exist says so and can be left again', async ({ page, app }) => {
  await page.goto(`${app.signInLink().replace('/?', '/start?')}`)
  await page.getByLabel('Path of the folder').fill('/nowhere')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('This folder cannot be opened.')).toBeVisible()
  await page.getByRole('button', { name: 'Home folder' }).click()
  await expect(page.getByRole('button', { name: 'Documents' })).toBeVisible()
})
