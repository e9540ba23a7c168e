import { expect, test } from '@playwright/test'
import { makeSessions, saySo } from './support/crowd.ts'
import { startProduct } from './support/product.ts'

test('a backup is made, restored, and the data before it can be had back', async ({ page }) => {
  const product = await startProduct()
  try {
    const storage = page.getByRole('region', { name: 'Storage' })
    const [id = ''] = await makeSessions(product, 1)
    await saySo(product, id, 50)
    await page.goto(product.signInLink())
    await page.getByRole('link', { name: /Crowd 1/ }).waitFor()

    await test.step('made with one press', async () => {
      await page.goto(`${product.origin}/settings#storage`)
      await expect(page.getByText('There is no backup yet.')).toBeVisible()
      await page.getByRole('button', { name: 'Back up now' }).click()
      await expect(storage.getByText(/^Backed up, /)).toBeVisible()
      await expect(page.getByText(/^Made by you/)).toBeVisible()
    })

    await test.step('restored after a question, when the hub starts next', async () => {
      await product.api.renameSession(id, 'Later')
      await page.getByRole('button', { name: /^Restore the backup of/ }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('Everything since then disappears')
      await expect(dialog).toContainText('It happens when the hub starts next')
      await dialog.getByRole('button', { name: 'Check and restore' }).click()
      await expect(storage.getByText('A backup is ready')).toBeVisible()
      await product.restartHub()
      await page.reload()
      await expect(page.getByText('The backup was restored.')).toBeVisible()
      await expect(page.getByText(/^Replaced by a restore/)).toBeVisible()
      await page.goto(product.origin)
      await expect(page.getByRole('link', { name: /Crowd 1/ })).toBeVisible()
    })

    await test.step('and back again, unless one thinks better of it', async () => {
      await page.goto(`${product.origin}/settings#storage`)
      await page
        .getByRole('button', { name: /^Restore the backup of/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Check and restore' }).click()
      await page.getByRole('button', { name: 'Do not restore' }).click()
      await expect(storage.getByText('A backup is ready')).toBeHidden()
    })

    await test.step('unused room is given back', async () => {
      await page.getByRole('button', { name: 'Free unused space' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Free unused space' }).click()
      await expect(storage.getByText(/^Freed |^There was nothing to free/)).toBeVisible()
    })
  } finally {
    await product.stop()
  }
})
