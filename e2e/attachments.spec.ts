import { expect, openSession, ownMessages, test } from './support/app.ts'

const text = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('mugs') }

test('files are attached, taken off again, and sent with the message', async ({ page, app }) => {
  const id = await app.api.startSession('With attachments')
  await page.goto(app.signInLink())
  await openSession(page, 'With attachments')
  const field = page.getByRole('textbox', { name: /^Message to/ })
  const files = page.getByRole('list', { name: 'Attached files' })
  const picker = page.getByRole('button', { name: 'Attach files' }).locator('xpath=preceding-sibling::input')
  await picker.setInputFiles([text, { ...text, name: 'wrong.txt' }])
  await expect(files).toContainText('list.txt')
  await files.getByRole('button', { name: 'Remove wrong.txt' }).click()
  await expect(files).not.toContainText('wrong.txt')

  await field.fill('Look at this list')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(ownMessages(page, 'Look at this list')).toContainText('list.txt')
  await expect(files).toHaveCount(0)
  await expect.poll(() => app.api.messages(id)).toContain('"filename":"list.txt"')
})

test('a file that is too large says so and is not sent', async ({ page, app }) => {
  await app.api.startSession('With a film')
  await page.goto(app.signInLink())
  await openSession(page, 'With a film')
  const picker = page.getByRole('button', { name: 'Attach files' }).locator('xpath=preceding-sibling::input')
  await picker.evaluate((input: HTMLInputElement) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'film.mp4', { type: 'video/mp4' }))
    input.files = data.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(page.getByRole('alert')).toContainText('Too large: at most 50 MB per file')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
})

test('a name that hides its end is written out', async ({ page, app }) => {
  await app.api.startSession('With a disguise')
  await page.goto(app.signInLink())
  await openSession(page, 'With a disguise')
  const files = page.getByRole('list', { name: 'Attached files' })
  const picker = page.getByRole('button', { name: 'Attach files' }).locator('xpath=preceding-sibling::input')
  await picker.setInputFiles({ ...text, name: 'cat\u202egnp.exe' })
  await expect(files).toContainText('cat⟨U+202E⟩gnp.exe')
  await expect(files.getByRole('button', { name: 'Remove cat⟨U+202E⟩gnp.exe' })).toBeVisible()

  await page.getByRole('textbox', { name: /^Message to/ }).fill('Open it')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(ownMessages(page, 'Open it')).toContainText('cat⟨U+202E⟩gnp.exe')
})
