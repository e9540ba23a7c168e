import { expect, test } from './support/app.ts'
import { readQr } from './support/read-qr.ts'

test('an invitation leads a guest to an empty part of the hub, with its own code', async ({
  page,
  app,
  browser,
}) => {
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  const invite = page.getByRole('region', { name: 'Invite somebody' })
  const name = invite.getByRole('textbox', { name: 'Name of the part' })
  for (const [wrong, why] of [
    ['two words', 'Use letters a to z'],
    ['a:b', 'Use letters a to z'],
    ['Default', 'the name of your own part'],
  ] as const) {
    await name.fill(wrong)
    await name.press('Enter')
    await expect(invite.getByRole('alert')).toContainText(why)
  }
  await name.fill('maria')
  await name.press('Enter')
  await expect(invite.getByRole('alert')).toHaveCount(0)
  await invite.getByRole('combobox', { name: 'Address of the hub' }).selectOption(app.origin)
  expect(await page.content()).not.toContain(app.token)
  await invite.getByRole('button', { name: 'Show the invitation' }).click()
  await expect(invite.getByText(`${app.token}:maria`, { exact: true })).toBeVisible()
  const link = (await readQr(invite.getByTestId('qr-code'))) ?? ''

  const context = await browser.newContext()
  try {
    const guest = await context.newPage()
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: 'Connect a computer' }).first()).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Fix the flaky test' })).toHaveCount(0)
    await guest.goto(`${app.origin}/machines`)
    await guest.getByRole('button', { name: 'Show the code' }).click()
    await expect(guest.getByRole('main')).toContainText(`'${app.token}:maria'`)
    await guest.goto(`${app.origin}/settings`)
    await expect(guest.getByRole('main')).toContainText('maria')
    await expect(guest.getByRole('region', { name: 'Invite somebody' })).toHaveCount(0)
  } finally {
    await context.close()
  }
  await page.goto(app.origin)
  await expect(page.getByRole('link', { name: 'Fix the flaky test' })).toBeVisible()
})
