import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '../support/desktop.ts'

test('the report is copied and saved without the code of the hub', async ({ computer }) => {
  const app = await computer.start()
  const page = await app.page()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the report' }).click()
  await expect(page.getByText('The report is copied.').first()).toBeVisible()
  const { cliApiToken } = computer.settings as { cliApiToken: string }
  const [report = ''] = (await app.now()).opened.copied
  expect(report).toContain('Svc Hub diagnostics')
  expect(report).toMatch(/state: running/)
  expect(report).toContain(`settings file: ${computer.settingsPath}`)
  expect(report).toContain('cliApiToken: (set, not shown)')
  expect(report).not.toContain(cliApiToken)

  await page.getByRole('button', { name: 'Save report and logs…' }).click()
  const dialog = await app.dialog()
  expect(basename(dialog.defaultPath ?? '')).toMatch(/^svc-hub-diagnostics-[\d-]+\.zip$/)
  const path = join(computer.home, 'report.zip')
  await app.saveAs(dialog, path)
  await expect(page.getByText(`Saved as ${path}`).first()).toBeVisible()
  const bundle = readFileSync(path)
  expect(bundle.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['report.txt', 'configuration.json', 'logs/main.log', 'logs/hub.log']) {
    expect(bundle.includes(name)).toBe(true)
  }
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})
