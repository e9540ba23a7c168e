import { expect, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'

test('what became of a notification stands within the page', async ({ page, app }) => {
  await app.api.registerPhone('told-phone')
  await using agent = await BareAgent.start(app, 'Tells a phone')
  await agent.ask('Bash', { command: 'make tea' })
  await page.goto(`${app.signInLink().replace('/?', '/devices?')}`)
  const log = page.getByRole('region', { name: 'What was sent' })
  const result = log.getByText('not sent, notifications for this kind of phone are switched off').first()
  await expect(result).toBeVisible()
  const { x = 0, width = Number.NaN } = (await result.boundingBox()) ?? {}
  expect(x + width).toBeLessThan(page.viewportSize()?.width ?? 0)
})
