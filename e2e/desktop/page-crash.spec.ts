import { expect, test } from '../support/desktop.ts'

test.skip(process.env.SVC_TEST_ELECTRON !== undefined, 'Playwright does not see a page of Electron again')

test('a page that keeps crashing is loaded again with pauses, then left to the person', async ({
  computer,
}) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  for (let crash = 1; crash <= 4; crash += 1) {
    const page = await app.pageAnew()
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
    await app.crashPage()
  }
  const page = await app.pageAnew()
  await expect(page.getByRole('heading', { level: 1, name: 'The page keeps closing' })).toBeVisible()
  expect((await app.now()).hubPid).toBe(pid)
  await expect(page.getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
})
