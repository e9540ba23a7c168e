import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/desktop.ts'
import type { DesktopComputer } from '../support/desktop-computer.ts'

test('closing the window leaves the hub in the tray, and says so once', async ({ computer }) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()

  await app.closeWindow()
  const told = await app.notification('Svc Hub keeps running')
  await app.until(({ windows }) => windows[0]?.isVisible === false)
  expect((await app.now()).hubPid).toBe(pid)
  expect((await fetch(`${computer.origin}/health`)).ok).toBe(true)

  await app.clickTray('Open Svc Hub')
  await app.until(({ windows }) => windows[0]?.isVisible === true)
  const note = page
    .getByTestId('desktop-banner')
    .filter({ hasText: 'Svc Hub goes on in the background when you close this window' })
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()
  await expect(note).toHaveCount(0)

  await app.closeWindow()
  const { notifications } = await app.until(({ windows }) => windows[0]?.isVisible === false)
  expect(notifications.map(({ id }) => id)).toEqual([told.id])
})

/** A desktop that says whether it shows tray icons; the answer can be changed. */
function desktopWithTrayIcons(computer: DesktopComputer) {
  const bin = join(computer.home, 'bin')
  const answer = join(computer.home, 'has-tray')
  mkdirSync(bin)
  writeFileSync(join(bin, 'gdbus'), `#!/bin/sh\ncat '${answer}'\n`)
  chmodSync(join(bin, 'gdbus'), 0o755)
  return {
    env: { PATH: `${bin}:${process.env.PATH}` },
    say: (isThere: boolean) => writeFileSync(answer, `(${isThere},)\n`),
  }
}

test('without a place for tray icons closing minimises, and the menu is there to be seen', async ({
  computer,
}) => {
  test.skip(process.platform !== 'linux', 'Every other system has a tray')
  const desktop = desktopWithTrayIcons(computer)
  desktop.say(false)
  const app = await computer.start({ env: desktop.env })
  await app.hubPid()
  await app.until(({ windows }) => windows[0]?.hasMenuBar === true)
  await app.closeWindow()
  expect((await app.notification('Svc Hub keeps running')).body).toContain('choose Quit in its menu')
  await app.until(({ windows }) => windows[0]?.isMinimized === true)

  // The panel came later than the app, which notices when the window is closed at the latest.
  desktop.say(true)
  await app.closeWindow()
  await app.until(({ windows, tray }) => windows[0]?.hasMenuBar === false && tray !== null)
  await app.clickTray('Open Svc Hub')
  await app.until(({ windows }) => windows[0]?.isVisible === true)
  await app.closeWindow()
  await app.until(({ windows }) => windows[0]?.isVisible === false && !windows[0].isMinimized)
})

test('Allow in the tray reaches the agent', async ({ computer }) => {
  const app = await computer.start()
  await app.hubPid()
  const api = await computer.addMachine()
  const id = await api.startSession('To be allowed')
  await api.send(id, 'Please run the tests')

  const waiting = await app.trayEntry('To be allowed')
  expect(waiting.entries.map(({ label }) => label)).toEqual(['Allow', 'Deny', '', 'Open Svc Hub'])
  expect((await app.now()).tray?.tooltip).toMatch(/^Svc Hub is running · \d requests? waits? for you$/)
  await app.clickTray(waiting.label, 'Open Svc Hub')
  const page = await app.page()
  await expect(page.getByRole('heading', { level: 1, name: 'To be allowed' })).toBeVisible()

  await app.clickTray(waiting.label, 'Allow')
  await expect(page.getByRole('log')).toContainText('All 12 tests pass')
  await app.until(({ tray }) => !tray?.entries.some(({ label }) => label.includes('To be allowed')))
})

test('Deny in a notification reaches the agent while the window is hidden', async ({ computer }) => {
  const app = await computer.start()
  await app.hubPid()
  await app.closeWindow()
  const api = await computer.addMachine()
  const id = await api.startSession('To be denied')
  await api.send(id, 'Please run the tests')

  const asked = await app.notification('To be denied')
  expect([asked.title, asked.actions]).toEqual([
    expect.stringContaining('asks for permission'),
    ['Allow', 'Deny'],
  ])
  await app.pressOn(asked, 'Deny')
  await app.until(({ tray }) => !tray?.entries.some(({ label }) => label.includes('To be denied')))
  await app.click(asked)
  const page = await app.page()
  await expect(page.getByRole('log')).toContainText('I did not run the tests')
})

test('a question is answered in the window, where the tray leads', async ({ computer }) => {
  const app = await computer.start({ args: ['--hidden'] })
  await app.hubPid()
  await computer.addMachine()
  const question = await app.trayEntry('New mug colours')
  expect(question.entries.map(({ label }) => label)).toEqual(['Answer…'])
  await app.clickTray(question.label, 'Answer…')
  const page = await app.page()
  await expect(page.getByRole('form', { name: 'The agent asks you something' })).toBeVisible()
})

test('notifications are paused from the tray and resumed in the window', async ({ computer }) => {
  const app = await computer.start()
  await app.hubPid()
  const page = await app.page()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByText('You are told when an agent needs you.')).toBeVisible()

  await app.clickTray('Pause notifications', 'For an hour')
  await app.trayEntry('Notifications paused until')
  await expect(page.getByText(/^Paused until/)).toBeVisible()
  await page.getByRole('button', { name: 'Tell me again' }).click()
  await app.trayEntry('Pause notifications')
})

test('the computer stays awake while agents work, and may sleep when it is told so', async ({ computer }) => {
  const app = await computer.start()
  await app.hubPid()
  expect((await app.now()).isKeptAwake).toBe(false)
  await computer.addMachine()
  await app.until(({ isKeptAwake }) => isKeptAwake)

  const page = await app.page()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('switch', { name: 'Keep the computer awake while agents work' }).click()
  await app.until(({ isKeptAwake }) => !isKeptAwake)
})
