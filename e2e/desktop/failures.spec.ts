import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/desktop.ts'
import type { DesktopComputer } from '../support/desktop-computer.ts'
import { freePort } from '../support/free-port.ts'

const failure = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title })
const firstSteps = (page: Page) => page.getByRole('heading', { name: 'First steps' })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function occupy(port: number): Promise<Server> {
  const server = createServer((_request, response) => response.end('not a hub')).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** The files of the data folder that are the hub's own, with what they hold. */
const dataOf = ({ dataFolder }: DesktopComputer) =>
  Object.fromEntries(
    readdirSync(dataFolder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'hub.db.owner')
      .map(({ name }) => [name, readFileSync(join(dataFolder, name), 'base64')]),
  )

test('a taken port names the program, and another port is one press away and stays', async ({ computer }) => {
  const other = await occupy(computer.port)
  const app = await computer.start()
  const page = await app.page()
  await expect(failure(page, 'Another program uses the hub’s address')).toBeVisible()
  const program = process.platform === 'linux' ? `The program “${basename(process.execPath)}” ` : ''
  await expect(page.getByText(`${program}already listens at 127.0.0.1:${computer.port}`)).toBeVisible()
  expect((await app.now()).tray?.tooltip).toBe('Svc Hub has a problem')

  await press(page, /^Use port \d+ instead$/)
  await expect(firstSteps(page)).toBeVisible()
  const { origin } = new URL(page.url())
  expect(origin).not.toBe(computer.origin)
  other.close()
  app.kill('SIGTERM')
  await app.ended

  const again = await computer.start()
  const samePage = await again.page()
  await expect(firstSteps(samePage)).toBeVisible()
  expect(new URL(samePage.url()).origin).toBe(origin)
})

test('a port that is free again is taken by the next try', async ({ computer }) => {
  const other = await occupy(computer.port)
  const app = await computer.start()
  const page = await app.page()
  await expect(failure(page, 'Another program uses the hub’s address')).toBeVisible()
  await Promise.all([once(other, 'close'), other.close(), other.closeAllConnections()])
  await press(page, 'Try again')
  await expect(firstSteps(page)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(computer.origin)
})

test('an older copy of the hub is ended by one press', async ({ computer }) => {
  await computer.startHub()
  const app = await computer.start()
  const page = await app.page()
  await expect(page.getByText(/^Another copy of Svc Hub/)).toBeVisible()
  await press(page, 'Stop the other copy’s hub')
  await expect(firstSteps(page)).toBeVisible()
})

test('a database that another hub works with is left to it', async ({ computer }) => {
  const hub = await computer.startHub({ SVC_LISTEN_PORT: String(await freePort()) })
  const app = await computer.start()
  const page = await app.page()
  await expect(failure(page, 'Another copy works with your data')).toBeVisible()
  await hub.stop()
  await press(page, 'Try again')
  await expect(firstSteps(page)).toBeVisible()
})

test('a settings file that cannot be read is left as it is, and says so until it is corrected', async ({
  computer,
}) => {
  writeFileSync(computer.settingsPath, '{ "listenPort": ')
  const app = await computer.start()
  const page = await app.page()
  await expect(failure(page, 'The settings cannot be read')).toBeVisible()
  await press(page, 'Open the folder')
  await app.until(({ opened }) => opened.paths.includes(computer.dataFolder))
  const starting = app.until(({ tray }) => tray?.tooltip === 'Svc Hub is starting')
  await press(page, 'Try again')
  await starting
  await app.until(({ tray }) => tray?.tooltip === 'Svc Hub has a problem')
  await expect(failure(page, 'The settings cannot be read')).toBeVisible()
  expect(readFileSync(computer.settingsPath, 'utf8')).toBe('{ "listenPort": ')

  computer.writeSettings({ listenPort: computer.port })
  await press(page, 'Try again')
  await expect(firstSteps(page)).toBeVisible()
})

test('settings of a newer version are refused and not touched', async ({ computer }) => {
  computer.writeSettings({ listenPort: computer.port, settingOfTomorrow: true })
  const before = dataOf(computer)
  const app = await computer.start()
  await expect(failure(await app.page(), 'The settings hold something unknown')).toBeVisible()
  expect(dataOf(computer)).toEqual(before)
})

test('the shell’s own settings of a newer version are set aside', async ({ computer }) => {
  const first = await computer.start({ args: ['--hidden'] })
  await first.hubPid()
  first.kill('SIGTERM')
  await first.ended
  const folder = join(computer.dataFolder, 'desktop')
  const newer = '{"format":99,"theme":"of tomorrow"}\n'
  writeFileSync(join(folder, 'shell.json'), newer)

  const app = await computer.start({ args: ['--hidden'] })
  await app.hubPid()
  const aside = readdirSync(folder).find((name) => name.startsWith('shell.json.set-aside'))
  expect(readFileSync(join(folder, aside ?? 'none'), 'utf8')).toBe(newer)
})

test('a data folder that cannot be written says so, in a window', async ({ computer }) => {
  makeUnwritable(computer.dataFolder)
  const app = await computer.start()
  await expect(failure(await app.page(), 'The data folder cannot be written')).toBeVisible()
  if (process.getuid?.() !== 0) chmodSync(computer.dataFolder, 0o700)
})

/** Root may write everywhere, so for root a file stands in the folder's place. */
function makeUnwritable(folder: string): void {
  if (process.getuid?.() !== 0) return chmodSync(folder, 0o500)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
}

test('a database of a newer version is refused and not touched', async ({ computer }) => {
  const first = await computer.start({ args: ['--hidden'] })
  await first.hubPid()
  first.kill('SIGTERM')
  await first.ended
  const database = new DatabaseSync(join(computer.dataFolder, 'hub.db'))
  database.exec('PRAGMA user_version = 9999')
  database.close()
  const before = dataOf(computer)['hub.db']

  const app = await computer.start()
  await expect(failure(await app.page(), 'Your data is from a newer version')).toBeVisible()
  expect(dataOf(computer)['hub.db']).toBe(before)
})
