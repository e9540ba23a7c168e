import { expect, test } from './support/app.ts'

test('a computer shows its agents, takes a name and starts a session', async ({ page, app }) => {
  await page.goto(app.signInLink())
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Computers' }).click()
  const computer = page.getByRole('region', { name: 'Alex’s MacBook' })
  await expect(computer.getByRole('listitem').filter({ hasText: 'Claude' })).toContainText('Ready')
  await expect(computer.getByRole('listitem').filter({ hasText: 'Cursor' })).toContainText('not installed')

  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Actions for ${from}` }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(to)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 2, name: to })).toBeVisible()
  }
  await rename('Alex’s MacBook', 'Desk')
  await rename('Desk', 'Alex’s MacBook')

  await page.getByRole('link', { name: 'Start a session here' }).click()
  await expect(page.getByRole('radio', { name: 'Alex’s MacBook' })).toBeChecked()
})

test('settings are kept, and a code that the environment fixes is not changed', async ({ page, app }) => {
  await app.api.setHubSettings({ sessionSummaryInChat: false })
  await page.goto(`${app.signInLink().replace('/?', '/settings?')}`)
  const line = page.getByRole('switch', { name: 'Show that line in the conversation' })
  await expect(line).not.toBeChecked()
  // It turns at once, and can be turned again when the hub has kept the change.
  await line.click()
  await expect(line).toBeChecked()
  await expect(line).toBeEnabled()
  await page.reload()
  await expect(line).toBeChecked()

  await page.getByRole('button', { name: 'Enter a key for Groq' }).click()
  await page.getByLabel('Key', { exact: true }).fill('gsk two words')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('does not look like a key')
  await page.getByLabel('Key', { exact: true }).fill('gsk_0123456789abcd')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kept in the hub’s settings file (••••abcd)')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the key for Groq' }).click()
  await expect(page.getByRole('button', { name: 'Enter a key for Groq' })).toBeVisible()

  await page.getByRole('button', { name: 'Change the code…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change the code' }).click()
  await expect(page.getByRole('alert')).toContainText('CLI_API_TOKEN')
})

test('how phones are notified is chosen in plain words and kept for the next start', async ({
  page,
  app,
}) => {
  await page.goto(`${app.signInLink().replace('/?', '/settings?')}`)
  const phones = page.getByRole('region', { name: 'How phones are notified' })
  await expect(phones).toContainText('There is no relay yet')
  const iPhones = phones.getByRole('group', { name: 'iPhones' })
  await expect(iPhones.getByRole('radio', { name: 'Through a relay' })).toBeChecked()
  await expect(phones).toContainText('never what it says')

  const address = phones.getByRole('textbox', { name: 'Address of the relay' })
  await address.fill('https://me:secret@relay.example')
  await address.press('Enter')
  await expect(phones.getByRole('alert')).toContainText('cannot be the address of a relay')
  await address.fill('relay.example/')
  await address.press('Enter')
  await expect(address).toHaveValue('https://relay.example')
  await expect(phones).toContainText('Needs a restart.')
  await expect(phones).not.toContainText('There is no relay yet')

  await iPhones.getByRole('radio', { name: 'Not at all' }).click()
  await expect(iPhones.getByRole('radio', { name: 'Not at all' })).toBeChecked()
  await expect(phones).toContainText('These phones hear nothing while the app is closed.')
  await page.reload()
  await expect(iPhones.getByRole('radio', { name: 'Not at all' })).toBeChecked()

  // Other journeys share this hub.
  await iPhones.getByRole('radio', { name: 'Through a relay' }).click()
  await phones.getByRole('button', { name: 'Remove the address' }).click()
  await expect(phones).toContainText('There is no relay yet')
  await expect(phones).not.toContainText('Needs a restart.')
})

test('the check-up says how every part is and what to do', async ({ page, app }) => {
  await page.goto(`${app.signInLink().replace('/?', '/check-up?')}`)
  await expect(page.getByRole('listitem').filter({ hasText: /^Hub/ })).toContainText('answers in')
  await expect(page.getByRole('listitem').filter({ hasText: /^Computers/ })).toContainText(
    '1 computer is ready',
  )
  const notifications = page.getByRole('listitem').filter({ hasText: /^Notifications/ })
  await notifications.getByRole('link', { name: 'Pair a phone' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pair a phone' })).toBeVisible()
})

test('the palette leads to sessions, screens and actions without a mouse', async ({ page, app }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'needs a keyboard')
  const name = 'Somewhere to go'
  const id = await app.api.startSession(name)
  await page.goto(app.signInLink())
  await expect(page.getByRole('link', { name })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('somew')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`))

  await page.keyboard.press('Control+k')
  await page.keyboard.type('usage')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing like this')
  await expect(page.getByText('Nothing matches “nothing like this”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox')).toHaveCount(0)
})

test('the first steps tick themselves and can be hidden', async ({ page, app }, { project }) => {
  test.skip(project.name === 'phone', 'a phone shows the list alone')
  await page.goto(app.signInLink())
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link', { name: 'Connect a computer (done)' })).toBeVisible()
  await expect(steps.getByRole('link', { name: /^Pair a phone \(to do\)/ })).toBeVisible()
  await steps.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Choose a session' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('the API can be read, searched and kept', async ({ page, app }) => {
  await page.goto(`${app.signInLink().replace('/?', '/settings?')}`)
  await page.getByRole('link', { name: 'For programmers: the API' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('send message')
  await page.getByText('/api/sessions/{id}/messages').click()
  await expect(page.getByText('deliveryMode?: DeliveryMode')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such thing')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing matches' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as OpenAPI' }).click()
  expect((await downloading).suggestedFilename()).toBe('openapi.json')
})

test('the keyboard shortcuts are found by key, by search and in the settings', async ({ page, app }, {
  project,
}) => {
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(list.getByText('Begin a new line')).toBeVisible()
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toHaveCount(0)
  if (project.name === 'phone') return

  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  // A question mark that is typed is only that.
  await page.keyboard.type('?')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('shortcuts')
  await page.keyboard.press('Enter')
  await expect(list).toBeVisible()
})
