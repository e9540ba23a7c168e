import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect, openSession, PUBLIC_URL, test } from '../support/app.ts'

const FOLDER = join(import.meta.dirname, '../../docs/screenshots')

/** The screens that have an address of their own. */
const SCREENS = {
  start: '/start',
  computers: '/machines',
  usage: '/usage',
  pair: '/pair',
  phones: '/devices',
  settings: '/settings',
  'check-up': '/check-up',
  api: '/developer-api',
}
const SESSION = 'Fix the flaky test'

const open = (page: Page, app: App, path: string) => page.goto(app.signInLink().replace('/?', `${path}?`))

/** No such address is there to be reached; the pictures show what people see where it is. */
const isReachable = (page: Page) =>
  page.route('**/api/pairing/check', (route) =>
    route.fulfill({ json: { addresses: [{ url: PUBLIC_URL, result: 'reachable', code: null }] } }),
  )

/** Writes the picture once nothing moves or loads. */
async function picture(page: Page, name: string, project: string): Promise<void> {
  await expect(page.getByTestId('loading')).toHaveCount(0)
  await page.screenshot({
    path: join(FOLDER, `${name}-${project}.png`),
    animations: 'disabled',
    caret: 'hide',
  })
}

for (const [name, path] of Object.entries(SCREENS)) {
  test(name, async ({ page, app }, { project }) => {
    await isReachable(page)
    await open(page, app, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await picture(page, name, project.name)
  })
}

test('sign-in', async ({ page, app }, { project }) => {
  await page.goto(app.origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await picture(page, 'sign-in', project.name)
})

test('pairing codes', async ({ page, app }, { project }) => {
  await isReachable(page)
  await open(page, app, '/pair')
  await page.getByRole('button', { name: 'Show the codes' }).click()
  await page.getByTestId('qr-code').first().waitFor()
  await picture(page, 'pair-codes', project.name)
})

test('sessions', async ({ page, app }, { project }) => {
  await open(page, app, '/')
  await page.getByRole('link', { name: SESSION }).waitFor()
  await picture(page, 'sessions', project.name)
})

test('a session and its tabs', async ({ page, app }, { project }) => {
  await open(page, app, '/')
  await openSession(page, SESSION)
  await page
    .getByRole('button', { name: /^Allow/ })
    .first()
    .waitFor()
  await picture(page, 'session', project.name)
  for (const tab of ['Files', 'Changes', 'Notes']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tab', { name: tab, selected: true }).waitFor()
    await picture(page, `session-${tab.toLowerCase()}`, project.name)
  }
})

test('the command palette', async ({ page, app }, { project }) => {
  await open(page, app, '/')
  await page.getByRole('link', { name: SESSION }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
  await picture(page, 'palette', project.name)
})
