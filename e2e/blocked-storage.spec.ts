import { answersTo, expect, openSession, say, test } from './support/app.ts'
import { blockStorage } from './support/block-storage.ts'

const REFUSED = 'This browser keeps nothing for this page'

test.beforeEach(async ({ page }) => {
  await blockStorage(page)
  page.on('pageerror', (error) => {
    throw error
  })
})

test('where the browser blocks all storage a person signs in by hand, works, and is told what it means', async ({
  page,
  app,
}) => {
  await app.api.startSession('Nothing is kept')
  await page.goto(app.origin)
  await expect(page.getByText(REFUSED)).toBeVisible()
  await page.getByLabel('Code or link').fill(app.token)
  await page.getByRole('button', { name: 'Connect' }).click()
  await openSession(page, 'Nothing is kept')
  await say(page, 'Good evening')
  await expect(answersTo(page, 'Good evening')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('')

  // A draft lasts as long as the page does.
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Half a thought')
  await page.goBack()
  await openSession(page, 'Nothing is kept')
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('Half a thought')

  await page.reload()
  await expect(page.getByLabel('Code or link')).toBeVisible()
})

test('the look and the language are changed for the visit', async ({ page, app }) => {
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  await expect(page.getByText(REFUSED)).toBeVisible()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: '简体中文' }).check()
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible()
  await page.getByRole('navigation', { name: '页面' }).getByRole('link', { name: /^会话/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '会话' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a part that did not arrive does not reload the page unasked: that would sign the person out', async ({
  page,
  app,
}) => {
  await page.goto(app.signInLink())
  await page.getByRole('link', { name: 'Fix the flaky test' }).waitFor()
  await page.route('**/assets/UsageScreen-*.js', (route) => route.abort())
  const looked = page.waitForResponse('**/health')
  await page.getByRole('link', { name: 'Usage' }).first().click()
  await looked
  // It looks for the hub again and again, which a page that was loaded anew does not.
  await page.waitForResponse('**/health')
  await expect(page.getByText('Trying again reloads the page')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Code or link')).toBeVisible()
})
