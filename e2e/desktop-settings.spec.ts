import type { Page } from '@playwright/test'
import type { DesktopState } from '../contract/desktop.ts'
import { expect, test } from './support/app.ts'

/*
 * The settings that the desktop app adds, against a stand-in for the bridge that its preload offers. The real
 * bridge is driven by the specs in e2e/desktop.
 */

const STATE: DesktopState = {
  version: '0.1.0',
  platform: 'linux',
  settings: { startAtLogin: false, keepAwake: true, updates: 'ask' },
  canStartAtLogin: true,
  asksAboutLogin: false,
  hasTray: true,
  tellsAboutTray: false,
  pausedUntil: null,
  update: { status: 'idle', checkedAt: null },
  dataFolder: '/home/someone/.svc',
  logsFolder: '/home/someone/logs',
  warnings: [],
}

/** Puts a bridge into the page that keeps its state and writes down what it was asked. */
async function pretendDesktop(page: Page, more: Partial<DesktopState> = {}): Promise<void> {
  await page.addInitScript(
    (first) => {
      let state = first
      const asked: string[] = []
      const listeners = new Set<(news: unknown) => void>()
      const become = (change: object) => async (input?: unknown) => {
        asked.push(JSON.stringify(input ?? null))
        state = { ...state, ...change }
        for (const listener of listeners) listener({ type: 'state', state })
        return state
      }
      const bridge = {
        accessToken: () => Promise.reject(new Error('not asked for')),
        state: async () => state,
        onNews: (listener: (news: unknown) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        changeSettings: async (settings: object) =>
          become({ settings: { ...state.settings, ...settings } })(),
        pauseNotifications: async ({ for: length }: { for: string }) =>
          become({ pausedUntil: length === 'off' ? null : Date.now() + 3_600_000 })(),
        checkForUpdates: become({ update: { status: 'available', version: '0.2.0' } }),
        installUpdate: become({ update: { status: 'ready', version: '0.2.0' } }),
        answerLoginQuestion: become({ asksAboutLogin: false }),
        dismissTrayNote: become({ tellsAboutTray: false }),
        copyDiagnosticsReport: async () => null,
        saveDiagnostics: async () => ({ path: '/home/someone/report.zip' }),
        openFolder: async () => Promise.reject(new Error('no such folder')),
        restartHub: async () => null,
      }
      Object.assign(window, {
        svcDesktop: bridge,
        sayToPage: (news: unknown) => {
          for (const listener of listeners) listener(news)
        },
      })
    },
    { ...STATE, ...more },
  )
}

const settings = (link: string) => link.replace('/?', '/settings?')

test('this computer’s settings are there in the desktop window, changed at once and live', async ({
  page,
  app,
}) => {
  await pretendDesktop(page)
  await page.goto(settings(app.signInLink()))
  const computer = page.getByRole('region', { name: 'This computer' })
  const login = computer.getByRole('switch', { name: 'Start when I sign in' })
  await expect(login).not.toBeChecked()
  await login.click()
  await expect(login).toBeChecked()

  await computer.getByRole('button', { name: 'Pause for an hour' }).click()
  await expect(computer.getByText(/^Paused until/)).toBeVisible()
  await computer.getByRole('button', { name: 'Tell me again' }).click()
  await expect(computer.getByText('You are told when an agent needs you.')).toBeVisible()

  const updates = page.getByRole('region', { name: 'Updates' })
  await expect(updates.getByRole('radio', { name: 'Ask me' })).toBeChecked()
  await updates.getByRole('button', { name: 'Look for updates' }).click()
  await expect(updates.getByText('Version 0.2.0 is there.')).toBeVisible()
  await updates.getByRole('button', { name: 'Install now' }).click()
  await expect(updates.getByText('waits to be installed')).toBeVisible()

  const report = page.getByRole('region', { name: 'Logs and report' })
  await report.getByRole('button', { name: 'Copy the report' }).click()
  await expect(report.getByRole('status')).toContainText('The report is copied')
  await report.getByRole('button', { name: 'Save report and logs…' }).click()
  await expect(report.getByRole('status')).toContainText('/home/someone/report.zip')
  await report.getByRole('button', { name: 'Open the logs' }).click()
  await expect(report.getByRole('alert')).toContainText('did not work')
})

test('what the app asks and tells once stands above every screen until it is read', async ({ page, app }) => {
  await pretendDesktop(page, { asksAboutLogin: true, tellsAboutTray: true })
  await page.goto(app.signInLink())
  const banner = page.getByTestId('desktop-banner')
  await expect(banner).toContainText('goes on in the background')
  await expect(page.getByRole('status').filter({ hasText: 'goes on in the background' })).toHaveCount(1)
  await banner.getByRole('button', { name: 'Understood' }).click()
  await expect(banner).toContainText('Start Svc Hub by itself')
  await banner.getByRole('button', { name: 'Start by itself' }).click()
  await expect(banner).toBeHidden()

  const say = (news: object) =>
    page.evaluate(
      (message) => (window as unknown as { sayToPage(news: object): void }).sayToPage(message),
      news,
    )
  await say({ type: 'foreign-link', hub: 'https://other.example' })
  await expect(banner).toContainText('belongs to the hub at https://other.example')
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect(banner).toBeHidden()
  await say({ type: 'open', path: '/pair' })
  await expect(page.getByRole('heading', { level: 1, name: 'Pair a phone' })).toBeVisible()
})

test('every setting says where it comes from; a browser has nothing of the desktop’s', async ({
  page,
  app,
}) => {
  await page.goto(settings(app.signInLink()))
  const configuration = page.getByRole('region', { name: 'Where settings come from' })
  await expect(configuration.getByRole('row', { name: /^cliApiToken/ })).toContainText('set, not shown')
  await expect(configuration.getByRole('row', { name: /^publicUrl SVC_PUBLIC_URL/ })).toContainText(
    'environment',
  )
  await expect(configuration.getByRole('row', { name: /^iosPushMode/ })).toBeHidden()
  await configuration.getByRole('button', { name: /^Show \d+ more/ }).click()
  await expect(configuration.getByRole('row', { name: /^iosPushMode/ })).toContainText('default')
  await expect(page.getByText(app.token)).toHaveCount(0)

  // A key of a service is kept, never shown, and waits for a restart, which a browser cannot do.
  const chat = page.getByRole('region', { name: 'Tell me in a chat' })
  await chat.getByRole('button', { name: 'Enter a key for Push gateway' }).click()
  await page.getByLabel('Key', { exact: true }).fill('two words')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('does not look like a key')
  await page.getByLabel('Key', { exact: true }).fill('gateway-key-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(chat).toContainText('Stop it and start it again')
  await expect(configuration.getByRole('row', { name: /^pushGatewaySendKey/ })).toContainText(
    'needs a restart',
  )
  await expect(page.getByText('gateway-key-1')).toHaveCount(0)
  await chat.getByRole('button', { name: 'Remove the key for Push gateway' }).click()
  await expect(chat.getByRole('button', { name: 'Enter a key for Push gateway' })).toBeVisible()
  await expect(chat).not.toContainText('Stop it')

  await expect(page.getByRole('region', { name: 'This computer' })).toHaveCount(0)
})
