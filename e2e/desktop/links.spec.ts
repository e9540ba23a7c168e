import { expect, test } from '../support/desktop.ts'

test('a link to a session opens it, when the app runs and when it does not', async ({ computer }) => {
  const app = await computer.start()
  await app.hubPid()
  const api = await computer.addMachine()
  const id = await api.startSession('Linked')
  const page = await app.page()
  await expect(page.getByRole('link', { name: 'Linked' })).toBeVisible()
  await app.closeWindow()

  expect(await computer.startBeside([`svccompanion://session?id=${id}`]).ended).toBe(0)
  await app.until(({ windows }) => windows[0]?.isVisible === true)
  await expect(page.getByRole('heading', { level: 1, name: 'Linked' })).toBeVisible()
  app.kill('SIGTERM')
  await app.ended

  const again = await computer.start({ args: [`svccompanion://session?id=${id}`] })
  await expect((await again.page()).getByRole('heading', { level: 1, name: 'Linked' })).toBeVisible()
})

test('a link with more in it than ours have only brings up the window', async ({ computer }) => {
  const app = await computer.start()
  await app.hubPid()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  const before = page.url()
  for (const link of [
    'svccompanion://session?id=abc&id=def',
    'svccompanion://session?id=../../settings',
    'svccompanion://session/abc?id=abc',
    'svccompanion://user:pass@session?id=abc',
    'svccompanion://bind?hub=javascript:alert(1)&code=x',
    'svccompanion://open?then=https://example.com',
    'SVCCOMPANION://nothing',
    `svccompanion://session?id=${'a'.repeat(4000)}`,
  ]) {
    await app.closeWindow()
    await app.until(({ windows }) => windows[0]?.isVisible === false)
    const refused = computer.log.split('Refused a svccompanion link').length
    await computer.startBeside([link]).ended
    await app.until(({ windows }) => windows[0]?.isVisible === true)
    expect([page.url(), computer.log.split('Refused a svccompanion link').length]).toEqual([
      before,
      refused + 1,
    ])
  }
  expect((await app.now()).opened.external).toEqual([])
})

test('a pairing link of another hub says where it belongs, and its code goes nowhere', async ({
  computer,
}) => {
  const app = await computer.start()
  await app.hubPid()
  const page = await app.page()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await computer.startBeside(['svccompanion://bind?hub=https%3A%2F%2Fhub.example.net&code=code-of-another'])
    .ended
  await expect(page.getByTestId('desktop-banner')).toContainText(
    'This link belongs to the hub at https://hub.example.net.',
  )
  expect(await page.content()).not.toContain('code-of-another')
  expect(computer.log).not.toContain('code-of-another')
})
