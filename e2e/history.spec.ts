import { expect, openSession, test } from './support/app.ts'

test('older messages can be read up to the first, and one press leads back', async ({ page, app }) => {
  await page.goto(app.signInLink())
  await openSession(page, 'Ideas for the shop')
  const log = page.getByRole('log')
  const newest = page.getByText('Thanks, leave it for now').last()
  await expect(newest).toBeInViewport()

  await expect
    .poll(
      () =>
        log.evaluate((element) => {
          element.scrollBy(0, -element.clientHeight / 2)
          return element.scrollTop
        }),
      { intervals: [50] },
    )
    .toBe(0)
  await expect(page.getByText('Where is the price of a mug decided?').first()).toBeInViewport()
  await page.getByRole('button', { name: 'To the newest' }).click()
  await expect(newest).toBeInViewport()
})

test('the place is kept while older messages come in above', async ({ page, app }) => {
  // Older pages wait for us; the first page, which asks for the newest, does not.
  const older = Promise.withResolvers<void>()
  await page.route(/\/messages\?.*beforeSeq=/, async (route) => {
    await older.promise
    await route.continue()
  })
  await page.goto(app.signInLink())
  await openSession(page, 'Ideas for the shop')
  const log = page.getByRole('log')
  await expect(page.getByText('Thanks, leave it for now').last()).toBeInViewport()
  await log.evaluate((element) => element.scrollTo(0, 40))
  await expect(page.getByText('Loading older messages')).toBeVisible()
  // The distance to the end only stays the same when what is in view stays where it is.
  const distance = () => log.evaluate((element) => element.scrollHeight - element.scrollTop)
  const before = await distance()

  older.resolve()
  await expect(page.getByText('Loading older messages')).toBeHidden()
  await expect.poll(() => log.evaluate((element) => element.scrollTop)).toBeGreaterThan(500)
  expect(Math.abs((await distance()) - before)).toBeLessThan(60)
})
