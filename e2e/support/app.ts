import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { FlakyNetwork } from './flaky-network.ts'
import { forkPart, type Part } from './fork-part.ts'
import { freePort } from './free-port.ts'
import { HubApi } from './hub-api.ts'

const TOKEN = 'journeys-0123456789-abcdefghijklmnopqrstuvwxyz'
/** Where phones are told to find the hub; nothing in a test goes there. */
export const PUBLIC_URL = 'https://hub.example.net'
/** The simulated agents think this many times faster than people would like to watch. */
const SPEED = '20'

/** The built product: a hub on a throw-away data folder, and a simulated machine that joined it. */
export interface App {
  origin: string
  token: string
  api: HubApi
  /** The link a phone's camera would open. */
  signInLink(origin?: string): string
}

interface Fixtures {
  network: FlakyNetwork
}

/** Playwright's `test` with one running product per worker. */
export const test = base.extend<Fixtures, { app: App }>({
  app: [
    async ({ browserName: _ }, use) => {
      const home = mkdtempSync(join(tmpdir(), 'svc-hub-e2e-'))
      const env = {
        SVC_HOME: home,
        SVC_LISTEN_HOST: '127.0.0.1',
        SVC_LISTEN_PORT: String(await freePort()),
        CLI_API_TOKEN: TOKEN,
        SVC_PUBLIC_URL: PUBLIC_URL,
      }
      const parts: Part[] = []
      try {
        const hub = await forkPart('hub', env)
        parts.unshift(hub)
        const origin = hub.origin ?? ''
        parts.unshift(await forkPart('demo', { ...env, SVC_API_URL: origin, SVC_DEMO_SPEED: SPEED }))
        await use({
          origin,
          token: TOKEN,
          api: await HubApi.signIn(origin, TOKEN),
          signInLink: (at = origin) => `${at}/?${new URLSearchParams({ hub: at, token: TOKEN })}`,
        })
      } finally {
        for (const part of parts) await part.stop()
        rmSync(home, { recursive: true, force: true })
      }
    },
    { scope: 'worker' },
  ],
  network: async ({ app }, use) => {
    const network = await FlakyNetwork.before(app.origin)
    await use(network)
    await network.cut()
  },
})

export { expect } from '@playwright/test'

/** Opens a session from the list by its name. */
export async function openSession(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Writes a message and presses Send. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text)
  await page.getByRole('button', { name: /^Send/ }).click()
}

/** The person's own messages in the conversation that contain `text`. */
export const ownMessages = (page: Page, text: string) =>
  page.getByRole('article', { name: 'You' }).filter({ hasText: text })

/** The answers of the simulated agent to exactly `text`. */
export const answersTo = (page: Page, text: string) =>
  page
    .getByRole('log')
    .locator('p')
    .filter({ hasText: `You wrote: ${text}` })
