import { expect, test } from '@playwright/test'
import { say } from './support/app.ts'
import { startFakeRelay } from './support/fake-relay.ts'
import { startProduct } from './support/product.ts'

test('from the first start to the first approval', async ({ page }) => {
  const relay = await startFakeRelay()
  const product = await startProduct({ SVC_PUSH_RELAY_URL: relay.url })
  try {
    await page.goto(product.signInLink())
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps).toContainText('0 of 4 done')

    // Each step ticks by itself as it happens.
    await steps.getByRole('link', { name: /^Pair a phone/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pair a phone' })).toBeVisible()
    await product.api.registerPhone('first-phone')
    await expect(page.getByTestId('new-device')).toContainText('will be notified')
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sessions' }).click()
    await expect(steps).toContainText('2 of 4 done')

    await product.startMachine()
    // All four are done: the list of steps goes.
    await expect(page.getByRole('link', { name: 'Fix the flaky test' })).toBeVisible()
    await expect(steps).toHaveCount(0)

    await page.getByRole('link', { name: 'Start a session' }).first().click()
    await page.getByRole('radio', { name: 'Claude' }).check()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await say(page, 'Please run the tests')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(page.getByRole('log')).toContainText('All 12 tests pass')
  } finally {
    await product.stop()
    await relay.close()
  }
})
