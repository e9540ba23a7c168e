import { expect, test } from '../support/desktop.ts'

test('a hub that is killed comes back at the same address, and the page goes on', async ({ computer }) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isStillThisPage: true }))

  process.kill(pid, 'SIGKILL')
  await app.until(({ tray }) => tray?.tooltip === 'Svc Hub is starting')
  await app.hubPid(pid)
  const api = await computer.addMachine()
  await api.startSession('After the restart')
  await expect(page.getByRole('link', { name: 'After the restart' })).toBeVisible()
  expect(await page.evaluate(() => 'isStillThisPage' in window)).toBe(true)
})

test('after the third failure in a row it stops, says so, and starts again when asked', async ({
  computer,
}) => {
  const app = await computer.start()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  let pid: number | undefined
  for (let failure = 1; failure <= 3; failure++) {
    pid = await app.hubPid(pid)
    process.kill(pid, 'SIGKILL')
  }
  await app.until(({ tray }) => tray?.tooltip === 'Svc Hub has a problem')
  await expect(page.getByRole('heading', { level: 1, name: 'The hub could not start' })).toBeVisible()
  await page.getByText('Details').click()
  await expect(page.getByText('The hub ended 3 times in a row')).toBeVisible()

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
})

test('waking up does not disturb a hub that answers', async ({ computer }) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await app.power('resume')
  const api = await computer.addMachine()
  await api.startSession('After the sleep')
  await expect(page.getByRole('link', { name: 'After the sleep' })).toBeVisible()
  expect((await app.now()).hubPid).toBe(pid)
})
