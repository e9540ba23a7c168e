import type { Page } from '@playwright/test'
import { expect, openSession, test } from './support/app.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the language changes at once, without a reload, and is kept in the browser', async ({ page, app }) => {
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Like the system' }).last()).toBeChecked()
  const loaded = await page.evaluate(() => performance.timeOrigin)

  await page.getByRole('radio', { name: '简体中文' }).check()
  await expect(heading(page, '设置')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page).toHaveTitle(/(^|\) )设置 · Svc Hub$/)
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)

  // A screen and a session whose texts were not loaded yet come in the new language too.
  await page.getByRole('navigation', { name: '页面' }).getByRole('link', { name: /^会话/ }).click()
  await openSession(page, 'Fix the flaky test')
  await expect(page.getByRole('tab', { name: '改动' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: '改动' })).toBeVisible()

  await page.goto(`${app.origin}/settings`)
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test.describe('in a browser that speaks Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('everything is Chinese from the first page on', async ({ page, app }) => {
    await page.goto(app.origin)
    await expect(heading(page, '连接到你的中枢')).toBeVisible()
    await page.getByLabel('连接码或链接').fill(app.token)
    await page.getByRole('button', { name: '连接', exact: true }).click()
    await expect(heading(page, '会话')).toBeVisible()
    await page.goto(`${app.origin}/usage`)
    await expect(heading(page, '用量')).toBeVisible()
    await expect(page.getByText(/年\d+月\d+日/).first()).toBeVisible()
  })
})
