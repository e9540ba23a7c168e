import { test as base } from '@playwright/test'
import { DesktopComputer } from './desktop-computer.ts'
import { freePort } from './free-port.ts'

/** What a test left running is ended within this time, whatever the test itself took. */
const CLOSE_WITHIN_MS = 30_000

/** Playwright's `test` with a computer of its own for each test. */
export const test = base.extend<{ computer: DesktopComputer }>({
  computer: [
    async ({ browserName: _ }, use, testInfo) => {
      const computer = new DesktopComputer(await freePort())
      await use(computer)
      await computer.close(testInfo)
    },
    { timeout: CLOSE_WITHIN_MS },
  ],
})

export { expect } from '@playwright/test'
