import { readFile } from 'node:fs/promises'
import { expect, test } from './support/app.ts'

test('usage is read as a chart, as a table and as a file', async ({ page, app }) => {
  await page.goto(app.signInLink())
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('img', { name: /^By day/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'By day, as a table' }).getByRole('row')).toHaveCount(9)
  await expect(page.getByRole('region', { name: 'By agent, as a table' })).toContainText('Claude')

  await expect(page.getByRole('img', { name: /^By hour of the week/ })).toBeVisible()
  const hours = page.getByRole('region', { name: 'By hour of the week, busiest first, as a table' })
  await expect(hours.getByRole('rowheader').first()).toContainText(/day/)

  await page.getByRole('radio', { name: '30 days' }).check()
  await expect(page.getByRole('region', { name: 'By day, as a table' }).getByRole('row')).toHaveCount(32)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^usage-30d-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('group,name,input_new,input_cached,output,total,answers\r\n')
  expect(text).toMatch(/\r\nagent,claude,\d+,/)
})

test('somebody who does not own the hub is told so', async ({ page, app }) => {
  await page.goto(`${app.origin}/usage?${new URLSearchParams({ token: `${app.token}:team` })}`)
  await expect(page.getByText('Only the owner of the hub can see this.')).toBeVisible()
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(screens.getByRole('link', { name: 'Pair' })).toBeVisible()
  await expect(screens.getByRole('link', { name: 'Usage' })).toHaveCount(0)
})
