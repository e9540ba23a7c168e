import { once } from 'node:events'
import { createServer } from 'node:http'
import { DESKTOP_CALL_CHANNEL } from '../../contract/desktop-calls.ts'
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

test('whoever takes the address of a hub that ended is given nothing, and goes when it is back', async ({
  computer,
}) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  const starting = app.until(({ tray }) => tray?.tooltip === 'Svc Hub is starting')
  process.kill(pid, 'SIGKILL')
  await starting
  const squatter = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Not the hub</h1>')
  }).listen(computer.port, '127.0.0.1')
  await once(squatter, 'listening')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Not the hub' })).toBeVisible()
  for (const name of ['accessToken', 'state', 'diagnosticsReport']) {
    const call = { name, input: null }
    await expect(app.invoke('page', DESKTOP_CALL_CHANNEL, call)).rejects.toThrow('This call is not allowed')
  }
  await Promise.all([once(squatter, 'close'), squatter.close(), squatter.closeAllConnections()])
  await app.hubPid(pid)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
})

test('a failure is shown in the window where the system shows no notification of it', async ({
  computer,
}) => {
  computer.writeSettings({ listenPort: 'nonsense' })
  const app = await computer.start({ args: ['--hidden'] })
  const told = await app.notification('The hub could not be kept running')
  expect((await app.now()).windows).toEqual([])
  await app.fail(told)
  await app.until(({ windows }) => windows[0]?.isVisible === true)
  await expect((await app.page()).getByRole('button', { name: 'Try again' })).toBeVisible()
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
