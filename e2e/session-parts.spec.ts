import { expect, openSession, say, test } from './support/app.ts'

test('a file is found, read, and left again by the way back', async ({ page, app }) => {
  await app.api.startSession('With files')
  await page.goto(app.signInLink())
  await openSession(page, 'With files')
  await page.getByRole('tab', { name: 'Files' }).click()
  const list = page.getByRole('list', { name: 'Files and folders' })
  await list.getByRole('button', { name: /^src/ }).click()
  await list.getByRole('button', { name: /^checkout\.ts/ }).click()
  await expect(page.getByRole('region', { name: 'Contents of checkout.ts' })).toContainText('const charges')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'src', exact: true })).toHaveAttribute(
    'aria-current',
    'location',
  )

  await page.getByRole('searchbox', { name: 'Search files' }).fill('package')
  await page
    .getByRole('list', { name: 'Found files' })
    .getByRole('button', { name: /^package\.json/ })
    .click()
  await expect(page.getByRole('region', { name: 'Contents of package.json' })).toContainText('vitest run')
})

test('what the agent changed is shown line by line', async ({ page, app }) => {
  await app.api.startSession('With changes')
  await page.goto(app.signInLink())
  await openSession(page, 'With changes')
  const changes = page.getByRole('tab', { name: 'Changes' })
  await changes.click()
  await expect(page.getByRole('heading', { name: 'No changes' })).toBeVisible()

  await page.getByRole('tab', { name: 'Conversation' }).click()
  await say(page, 'Fix it')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('region', { name: 'The agent asks for permission' })).toContainText(
    'run a command',
  )
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('Done. I changed')

  await changes.click()
  const group = page.getByRole('region', { name: 'Not yet committed' })
  await group.getByRole('button', { name: /checkout\.ts/ }).click()
  await expect(page.getByRole('region', { name: 'Contents of checkout.ts' })).toContainText(
    'cart.items.length > 0',
  )
})

test('a note is written, changed, copied into the message and deleted', async ({ page, app }) => {
  await app.api.startSession('With notes')
  await page.goto(app.signInLink())
  await openSession(page, 'With notes')
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('textbox', { name: 'New note' }).fill('Ask about mugs')
  await page
    .getByRole('button', { name: 'Attach files to the note' })
    .locator('xpath=preceding-sibling::input')
    .setInputFiles({
      name: 'mugs.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('two green, one blue'),
    })
  await page.getByRole('button', { name: 'Add the note' }).click()
  const notes = page.getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText('Ask about mugs')
  await expect(notes.getByRole('button', { name: 'Save mugs.txt' })).toBeVisible()

  await notes.getByRole('button', { name: 'Edit the note' }).click()
  await notes.getByRole('textbox', { name: 'Text of the note' }).fill('Ask about cups')
  await notes.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notes).toContainText('Ask about cups')

  await notes.getByRole('button', { name: 'Copy into the message' }).click()
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('Ask about cups')
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('mugs.txt')

  await page.getByRole('tab', { name: 'Notes' }).click()
  await notes.getByRole('button', { name: 'Delete the note' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible()
})

test('the arrow keys move between the parts of a session', async ({ page, app }) => {
  await app.api.startSession('By arrow keys')
  await page.goto(app.signInLink())
  await openSession(page, 'By arrow keys')
  await page.getByRole('tab', { name: 'Conversation' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Files' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/\/notes$/)
})
