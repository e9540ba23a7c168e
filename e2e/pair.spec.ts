import { expect, PUBLIC_URL, test } from './support/app.ts'
import { readQr } from './support/read-qr.ts'

test('the codes show on request, hold the link and the code, and hide again', async ({ page, app }) => {
  await page.clock.install()
  await page.goto(app.signInLink())
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Pair' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pair a phone' })).toBeFocused()
  await expect(page.getByText(PUBLIC_URL).first()).toBeVisible()
  await expect(page.getByTestId('qr-code')).toHaveCount(0)
  expect(await page.content()).not.toContain(app.token)

  await page.getByRole('button', { name: 'Show the codes' }).click()
  await expect(page.getByTestId('qr-code')).toHaveCount(2)
  for (const code of await page.getByTestId('qr-code').all()) {
    const { width = 0, height = 0 } = (await code.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(220)
    expect(Math.abs(width - height)).toBeLessThan(1)
  }
  await expect(page.getByText(app.token, { exact: true })).toBeVisible()

  await page.clock.runFor(61_000)
  await expect(page.getByTestId('qr-code')).toHaveCount(0)
  expect(await page.content()).not.toContain(app.token)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a camera reads both codes in the ${colorScheme} theme`, async ({ page, app }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${app.signInLink().replace('/?', '/pair?')}`)
    await page.getByRole('button', { name: 'Show the codes' }).click()
    const [web, companion] = await page.getByTestId('qr-code').all()
    if (!web || !companion) throw new Error('two codes were expected')
    const link = new URL((await readQr(web)) ?? '')
    expect([link.origin, link.searchParams.get('hub'), link.searchParams.get('token')]).toEqual([
      PUBLIC_URL,
      PUBLIC_URL,
      app.token,
    ])
    const deepLink = new URL((await readQr(companion)) ?? '')
    expect(deepLink.protocol).toBe('svccompanion:')
    expect([deepLink.searchParams.get('hub'), deepLink.searchParams.get('code')]).toEqual([
      PUBLIC_URL,
      app.token,
    ])
  })
}

test('a phone that registers shows up at once, is tested and removed', async ({ page, app }, { project }) => {
  const id = `e2e-${project.name}`
  await page.goto(`${app.signInLink().replace('/?', '/pair?')}`)
  await expect(page.getByText('This page notices by itself')).toBeVisible()
  await app.api.registerPhone(id)
  await expect(page.getByTestId('new-device')).toContainText('Paired: Android phone')

  await page.getByTestId('new-device').getByRole('link', { name: 'To your phones' }).click()
  const phone = page.getByRole('listitem').filter({ hasText: id })
  await phone.getByRole('button', { name: /^Send a test/ }).click()
  await expect(phone.getByText(/^Test: not sent, notifications for this kind of phone/)).toBeVisible()
  await phone.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No phone is registered')).toBeVisible()
})
