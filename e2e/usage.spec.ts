import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './support/app.ts'

/** What the last column of a table adds up to. */
async function sumOf(page: Page, table: string): Promise<number> {
  const cells = await page.getByRole('region', { name: table }).locator('td:last-child').allInnerTexts()
  return cells.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)
}

test('usage is read as a chart, as a table and as a file', async ({ page, app }) => {
  await page.goto(app.signInLink())
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('img', { name: /^By day/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'By day, as a table' }).getByRole('row')).toHaveCount(8)
  await expect(page.getByText(/whole days in your time zone/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'By agent, as a table' })).toContainText('Claude')

  await expect(page.getByRole('img', { name: /^The week by days and hours/ })).toBeVisible()
  const hours = page.getByRole('region', { name: 'By hour of the week, busiest first, as a table' })
  await expect(hours.getByRole('rowheader').first()).toContainText(/day/)

  await page.getByRole('radio', { name: '30 days' }).check()
  await expect(page.getByRole('region', { name: 'By day, as a table' }).getByRole('row')).toHaveCount(31)

  // What the tables and the file say adds up to what stands above them.
  const figure = page.getByRole('definition').first()
  const whole = Number((await figure.getAttribute('title'))?.replaceAll(',', ''))
  expect(whole).toBeGreaterThan(0)
  for (const name of ['By day', 'By agent', 'By model', 'By hour of the week, busiest first']) {
    expect(await sumOf(page, `${name}, as a table`), name).toBe(whole)
  }

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^usage-30d-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('group,name,input_new,input_cached,output,total,answers\r\n')
  for (const group of ['day', 'agent', 'model']) {
    const lines = text.split('\r\n').filter((line) => line.startsWith(`${group},`))
    expect(
      lines.reduce((sum, line) => sum + Number(line.split(',')[5]), 0),
      group,
    ).toBe(whole)
  }
  expect(text).toMatch(/\r\nagent,claude,\d+,/)
})

test('somebody who does not own the hub is told so', async ({ page, app }) => {
  await page.goto(`${app.origin}/usage?${new URLSearchParams({ token: `${app.token}:team` })}`)
  await expect(page.getByText('Only the owner of the hub can see this.')).toBeVisible()
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(screens.getByRole('link', { name: 'Pair' })).toBeVisible()
  await expect(screens.getByRole('link', { name: 'Usage' })).toHaveCount(0)
})
