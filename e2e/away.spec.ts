import { expect, openSession, test } from './support/app.ts'
import { openEnvelope, startFakeRelay } from './support/fake-relay.ts'
import { startProduct } from './support/product.ts'

test('while nobody looks the phone hears of a request once, and only the phone can read it', async ({
  page,
}) => {
  const relay = await startFakeRelay()
  const product = await startProduct({ SVC_PUSH_RELAY_URL: relay.url })
  try {
    await product.startMachine()
    const key = await product.api.registerPhone('pocket')
    const id = await product.api.startSession('Away')
    await product.api.send(id, 'Please run the tests')
    const notices = async () => {
      const opened = await Promise.all(relay.pushes.map(({ envelope }) => openEnvelope(envelope, key)))
      return (opened as { type: string; sessionId: string }[]).filter(({ sessionId }) => sessionId === id)
    }
    const types = async () => (await notices()).map(({ type }) => type)
    await expect.poll(types).toEqual(['permission-request'])
    expect(await notices()).toEqual([
      expect.objectContaining({ url: `/sessions/${id}`, requestId: expect.any(String), severity: 'warning' }),
    ])
    expect(JSON.stringify(relay.pushes)).not.toMatch(/Away|npm test|permission/)

    await page.goto(product.signInLink())
    await openSession(page, 'Away')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(page.getByRole('log')).toContainText('All 12 tests pass')
    // What is said next is that the agent is done; the request is not repeated.
    await expect.poll(types).toEqual(['permission-request', 'ready'])

    // The owner can look up what was sent.
    await page.goto(`${product.origin}/devices`)
    await expect(page.getByRole('listitem').filter({ hasText: 'pocket' })).toBeVisible()
  } finally {
    await product.stop()
    await relay.close()
  }
})
