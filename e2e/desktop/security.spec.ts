import type { Page } from '@playwright/test'
import { DESKTOP_CALL_CHANNEL, type DesktopBridge } from '../../contract/desktop-calls.ts'
import { expect, test } from '../support/desktop.ts'
import type { DesktopComputer } from '../support/desktop-computer.ts'

declare global {
  interface Window {
    svcDesktop?: DesktopBridge
  }
}

const REFUSED = 'This call is not allowed'

async function startSignedIn(computer: DesktopComputer) {
  const app = await computer.start()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  return { app, page }
}

/** A frame inside the page; its own scripts would be stopped by the page's policy. */
async function addFrame(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = document.createElement('iframe')
    frame.srcdoc = '<p>inner</p>'
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    // Answered only after the shell has heard of the frame.
    await window.svcDesktop?.state()
  })
}

test('a call of the wrong shape is refused and changes nothing', async ({ computer }) => {
  const { app, page } = await startSignedIn(computer)
  const before = await page.evaluate(() => window.svcDesktop?.state())
  for (const message of [
    { name: 'changeSettings', input: { updates: 'sometimes' } },
    { name: 'changeSettings', input: { keepAwake: false, more: true } },
    { name: 'changeSettings', input: 'keepAwake' },
    { name: 'openFolder', input: { folder: '/etc' } },
    { name: 'openFolder', input: { folder: 'data', path: '/etc' } },
    { name: 'accessToken', input: { for: 'me' } },
    { name: 'toString', input: null },
    { name: '__proto__', input: null },
    { name: 'shellPage', input: null },
    { input: null },
    'accessToken',
    null,
    [],
  ]) {
    await expect(app.invoke('page', DESKTOP_CALL_CHANNEL, message)).rejects.toThrow(REFUSED)
  }
  await expect(
    page.evaluate(() => window.svcDesktop?.changeSettings({ updates: 'sometimes' } as never)),
  ).rejects.toThrow(REFUSED)
  expect(await page.evaluate(() => window.svcDesktop?.state())).toEqual(before)
  expect((await app.now()).opened.paths).toEqual([])
})

test('a call from a frame inside the page is refused, and the frame has no bridge', async ({ computer }) => {
  const { app, page } = await startSignedIn(computer)
  await addFrame(page)
  expect(await page.frames()[1]?.evaluate(() => 'svcDesktop' in window)).toBe(false)
  const call = { name: 'accessToken', input: null }
  await expect(app.invoke('inner', DESKTOP_CALL_CHANNEL, call)).rejects.toThrow(REFUSED)
  expect(await app.invoke('page', DESKTOP_CALL_CHANNEL, call)).toBe(computer.settings.cliApiToken)
  expect(computer.log).toContain('Refused accessToken from another page')
})

test('the page of the shell may not make the calls of the hub’s page', async ({ computer }) => {
  computer.writeSettings({ listenPort: 'nonsense' })
  const app = await computer.start()
  const page = await app.page()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.evaluate(() => window.svcDesktop?.accessToken())).rejects.toThrow(REFUSED)
  await expect(page.evaluate(() => window.svcDesktop?.state())).rejects.toThrow(REFUSED)
  await expect(page.evaluate(() => window.svcDesktop?.restartHub())).rejects.toThrow(REFUSED)
})

test('the page sees the bridge and nothing else of the shell', async ({ computer }) => {
  const { page } = await startSignedIn(computer)
  expect(
    await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
    ),
  ).toEqual([])
  expect(await page.evaluate(() => Object.isFrozen(window.svcDesktop))).toBe(true)
})

test('the window goes nowhere else; links to the web open in the browser', async ({ computer }) => {
  const { app, page } = await startSignedIn(computer)
  const before = page.url()
  await page.evaluate(() => {
    window.location.href = 'https://example.com/navigated'
  })
  await app.until(({ opened }) => opened.external.includes('https://example.com/navigated'))
  await page.evaluate(() => void window.open('https://example.com/opened'))
  await app.until(({ opened }) => opened.external.includes('https://example.com/opened'))
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/linked'
    link.target = '_blank'
    link.rel = 'noreferrer'
    document.body.append(link)
    link.click()
  })
  await app.until(({ opened }) => opened.external.includes('https://example.com/linked'))

  // Neither the browser nor anything else is given what is not of the web.
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@example.com',
    'https://me:pw@example.com/',
  ]) {
    await page.evaluate((to) => void window.open(to), url)
  }
  await page.evaluate(() => void window.open('https://example.com/last'))
  const { opened, windows } = await app.until((now) =>
    now.opened.external.includes('https://example.com/last'),
  )
  expect(opened.external).toHaveLength(4)
  expect(windows).toHaveLength(1)
  expect(page.url()).toBe(before)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
})

test('the page is denied every right of the system that it does not need', async ({ computer }) => {
  const { page } = await startSignedIn(computer)
  const stateOf = (name: string) =>
    page.evaluate(
      async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state,
      name,
    )
  const names = ['geolocation', 'camera', 'midi', 'notifications', 'clipboard-read', 'microphone']
  const states = await Promise.all(names.map(async (name) => [name, await stateOf(name)]))
  expect(Object.fromEntries(states)).toEqual({
    geolocation: 'denied',
    camera: 'denied',
    midi: 'denied',
    notifications: 'denied',
    'clipboard-read': 'denied',
    // For dictation.
    microphone: 'granted',
  })
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
  expect(
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(resolve, ({ code }) => resolve(code)),
        ),
    ),
  ).toBe(1)
})
