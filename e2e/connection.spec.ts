import { answersTo, expect, openSession, ownMessages, say, test } from './support/app.ts'

test('what happened during an interruption is there once afterwards', async ({ page, app, network }) => {
  const sessionId = await app.api.startSession('Bad reception')
  await page.goto(app.signInLink(network.origin))
  await openSession(page, 'Bad reception')
  await say(page, 'Before the tunnel')
  await expect(answersTo(page, 'Before the tunnel')).toHaveCount(1)

  await network.cut()
  await app.api.send(sessionId, 'From the other phone')
  await expect.poll(() => app.api.messages(sessionId)).toContain('You wrote: *From the other phone*')
  await expect(page.getByTestId('connection-banner')).toBeVisible()
  await say(page, 'In the tunnel')
  await expect(ownMessages(page, 'In the tunnel')).toContainText('Not sent yet')
  await expect(page.getByTestId('connection-banner')).toContainText('goes out as soon as')
  const field = page.getByRole('textbox', { name: 'Message to Claude' })
  await expect(field).toHaveValue('')

  // Pressed in vain; what follows must not depend on who is quicker, the press or the page itself.
  await page.getByRole('button', { name: 'Try now' }).click()
  await network.restore()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByTestId('connection-banner')).toBeHidden()
  await expect(ownMessages(page, 'From the other phone')).toHaveCount(1)
  await expect(answersTo(page, 'From the other phone')).toHaveCount(1)
  await expect(answersTo(page, 'In the tunnel')).toHaveCount(1)
  for (const text of ['Before the tunnel', 'From the other phone', 'In the tunnel']) {
    await expect(ownMessages(page, text)).toHaveCount(1)
  }
  await page.reload()
  for (const text of ['Before the tunnel', 'From the other phone', 'In the tunnel']) {
    await expect(ownMessages(page, text)).toHaveCount(1)
    await expect(answersTo(page, text)).toHaveCount(1)
  }
})

test('a message whose confirmation was lost is neither lost nor doubled', async ({ page, app, network }) => {
  const sessionId = await app.api.startSession('Lost answer')
  await page.goto(app.signInLink(network.origin))
  await openSession(page, 'Lost answer')
  await say(page, 'Can you hear me')
  await expect(answersTo(page, 'Can you hear me')).toHaveCount(1)

  network.loseAnswers()
  await say(page, 'Only one way')
  await expect.poll(() => app.api.messages(sessionId)).toContain('You wrote: *Only one way*')
  await network.cut()
  await expect(ownMessages(page, 'Only one way')).toContainText('not sure that this arrived')

  await network.restore()
  await expect(answersTo(page, 'Only one way')).toHaveCount(1)
  await expect(ownMessages(page, 'Only one way')).toHaveCount(1)
  await expect(ownMessages(page, 'Only one way')).not.toContainText('not sure')
})

test('messages written offline survive a reload, and one that was removed is not sent', async ({
  page,
  app,
  network,
}) => {
  const sessionId = await app.api.startSession('Long tunnel')
  await page.goto(app.signInLink(network.origin))
  await openSession(page, 'Long tunnel')
  await say(page, 'Hello')
  await expect(answersTo(page, 'Hello')).toHaveCount(1)

  await network.cut()
  await expect(page.getByTestId('connection-banner')).toBeVisible()
  for (const text of ['First in the cave', 'Not after all', 'Second in the cave']) {
    await say(page, text)
    await expect(ownMessages(page, text)).toContainText('Not sent yet')
  }
  await ownMessages(page, 'Not after all').getByRole('button', { name: 'Remove' }).click()
  await expect(ownMessages(page, 'Not after all')).toHaveCount(0)

  await network.restore()
  await page.reload()
  await expect(answersTo(page, 'Second in the cave')).toHaveCount(1)
  await expect(answersTo(page, 'First in the cave')).toHaveCount(1)
  const stored = await app.api.messages(sessionId)
  expect(stored).not.toContain('Not after all')
  for (const text of ['First in the cave', 'Second in the cave']) {
    await expect(ownMessages(page, text)).toHaveCount(1)
  }
})

test.describe('without a service worker, as over plain http in a network', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen that was never open waits for the hub, and opens by itself', async ({
    page,
    app,
    network,
  }) => {
    await page.goto(app.signInLink(network.origin))
    await page.getByRole('link', { name: 'Fix the flaky test' }).waitFor()
    // So that what is loaded ahead of time is not there either.
    await page.route('**/assets/UsageScreen-*.js', (route) => route.abort())
    await network.cut()
    await page.getByRole('link', { name: 'Usage' }).first().click()
    await expect(page.getByText('This part of the window could not be loaded')).toBeVisible()
    expect(page.url()).toBe(`${network.origin}/usage`)
    await page.unroute('**/assets/UsageScreen-*.js')
    await network.restore()
    await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible()
  })
})
