import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/desktop.ts'

test('the first start needs nothing: the hub is up, the window is signed in and shows the first steps', async ({
  computer,
}) => {
  rmSync(computer.dataFolder, { recursive: true })
  const app = await computer.start({ env: { SVC_LISTEN_PORT: String(computer.port) } })
  const page = await app.page()

  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(computer.origin)
  const { windows, tray, dialogs, notifications } = await app.now()
  expect(windows).toEqual([{ isVisible: true, isMinimized: false, hasMenuBar: false, isCrashed: false }])
  expect(tray?.tooltip).toBe('Svc Hub is running')
  expect([dialogs, notifications]).toEqual([[], []])
})

test('what it keeps is its owner’s alone', async ({ computer }) => {
  test.skip(process.platform === 'win32', 'Windows has no such rights of files')
  rmSync(computer.dataFolder, { recursive: true })
  const app = await computer.start({ env: { SVC_LISTEN_PORT: String(computer.port) } })
  await app.hubPid()
  await app.closeWindow()
  const rights = ['', 'settings.json', 'hub.db', 'desktop/shell.json', 'desktop/logs/main.log'].map(
    (name) => [name, (statSync(join(computer.dataFolder, name)).mode & 0o777).toString(8)],
  )
  expect(rights).toEqual([
    ['', '700'],
    ['settings.json', '600'],
    ['hub.db', '600'],
    ['desktop/shell.json', '600'],
    ['desktop/logs/main.log', '600'],
  ])
})

test('started by the system at login it stays in the tray until it is asked for', async ({ computer }) => {
  const app = await computer.start({ args: ['--hidden'] })
  await app.hubPid()
  expect((await app.now()).windows).toEqual([])

  await app.clickTray('Open Svc Hub')
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
})

test('the hub knows the code of its window, and no address or log shows it', async ({ computer }) => {
  const app = await computer.start()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  const { cliApiToken } = computer.settings as { cliApiToken: string }
  expect(cliApiToken.length).toBeGreaterThan(20)
  expect(page.url()).not.toContain(cliApiToken)
  expect(app.output() + computer.log).not.toContain(cliApiToken)
})
