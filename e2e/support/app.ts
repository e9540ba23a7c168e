import { test as base, type Page } from '@playwright/test'
import { FlakyNetwork } from './flaky-network.ts'
import type { App } from './product.ts'
import { ProductOfFile } from './product-of-file.ts'

interface Fixtures {
  app: App
  network: FlakyNetwork
}

/** Playwright's `test` with a running product, which the simulated machine has joined. A file's tests share it. */
export const test = base.extend<Fixtures, { products: ProductOfFile }>({
  products: [
    async ({ browserName: _ }, use) => {
      const products = new ProductOfFile()
      try {
        await use(products)
      } finally {
        await products.stop()
      }
    },
    { scope: 'worker' },
  ],
  app: async ({ products }, use, { file }) => use(await products.of(file)),
  network: async ({ app }, use) => {
    const network = await FlakyNetwork.before(app.origin)
    await use(network)
    await network.cut()
  },
})

export { expect } from '@playwright/test'
export type { App } from './product.ts'
export { PUBLIC_URL } from './product.ts'

/** Opens a session from the list by its name. */
export async function openSession(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Writes a message and presses Send. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('region', { name: 'Write a message' })
  await composer.getByRole('textbox').fill(text)
  await composer.getByRole('button', { name: /^Send/ }).click()
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
