import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/desktop.ts'

test('a backup made with one press is restored with another', async ({ computer }) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  const api = await computer.addMachine()
  await api.startSession('In the backup')
  const page = await app.page()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.locator('#storage').getByText(/^Backed up, /)).toBeVisible()
  await api.startSession('After the backup')

  await page
    .getByRole('button', { name: /^Restore the backup of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check and restore' }).click()
  await app.hubPid(pid)
  await expect(page.getByText('The backup was restored. What was there before is in the list.')).toBeVisible()
  await expect(page.getByText('Replaced by a restore')).toBeVisible()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await expect(page.getByRole('link', { name: 'In the backup' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'After the backup' })).toHaveCount(0)
})

test('the folder of backups opens before there is one', async ({ computer }) => {
  const app = await computer.start()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  const folder = join(computer.dataFolder, 'backups')
  expect(existsSync(folder)).toBe(false)
  await page.evaluate(() => window.svcDesktop?.openFolder({ folder: 'backups' }))
  await app.until(({ opened }) => opened.paths.includes(folder))
  expect(existsSync(folder)).toBe(true)
})

test('a damaged database is explained, set aside and replaced by a backup; a file that is none is refused', async ({
  computer,
}) => {
  const first = await computer.start()
  await first.hubPid()
  const api = await computer.addMachine()
  await api.startSession('In the backup')
  const firstPage = await first.page()
  await firstPage.getByRole('link', { name: 'Settings', exact: true }).click()
  await firstPage.getByRole('button', { name: 'Back up now' }).click()
  await expect(firstPage.locator('#storage').getByText(/^Backed up, /)).toBeVisible()
  first.kill('SIGTERM')
  await first.ended
  const database = join(computer.dataFolder, 'hub.db')
  const damaged = 'this is no database at all. '.repeat(200)
  writeFileSync(database, damaged)
  writeFileSync(join(computer.dataFolder, 'backups', 'note.db'), 'a note, not a backup')

  const app = await computer.start()
  const page = await app.page()
  await expect(page.getByRole('heading', { level: 1, name: 'The database is damaged' })).toBeVisible()
  expect(readFileSync(database, 'utf8')).toBe(damaged)
  const choice = page.getByRole('combobox', { name: 'Backup to restore' })
  await expect(choice.getByRole('option')).toHaveCount(1)
  // As a page that was tampered with could ask for it.
  const outcome = await page.evaluate(() =>
    window.svcDesktop?.actOnFailure({ action: 'restore-backup', backup: '../settings.json' }),
  )
  expect(outcome).toMatchObject({ view: 'failed', note: expect.stringContaining('not restored') })

  await page.getByRole('button', { name: 'Restore this backup' }).click()
  await expect(page.getByRole('link', { name: 'In the backup' })).toBeVisible()
  const aside = readdirSync(computer.dataFolder).filter((name) => name.startsWith('hub.db.before-restore-'))
  expect(aside.map((name) => readFileSync(join(computer.dataFolder, name), 'utf8'))).toEqual([damaged])
})
