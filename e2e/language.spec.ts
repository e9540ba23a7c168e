import type { Page } from '@playwright/test'
import { expect, openSession, test } from './support/app.ts'
import { BareAgent } from './support/bare-agent.ts'
import { pushTo, shownNotifications, watchedWorkerOf } from './support/service-worker.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the language changes at once, without a reload, and is kept in the browser', async ({ page, app }) => {
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Like the system' }).last()).toBeChecked()
  const loaded = await page.evaluate(() => performance.timeOrigin)

  await page.getByRole('radio', { name: '简体中文' }).check()
  await expect(heading(page, '设置')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page).toHaveTitle(/(^|\) )设置 · Svc Hub$/)
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)

  // A screen and a session whose texts were not loaded yet come in the new language too.
  await page.getByRole('navigation', { name: '页面' }).getByRole('link', { name: /^会话/ }).click()
  await openSession(page, 'Fix the flaky test')
  await expect(page.getByRole('tab', { name: '改动' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: '改动' })).toBeVisible()

  await page.goto(`${app.origin}/settings`)
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test.describe('in a browser that speaks Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('everything is Chinese from the first page on', async ({ page, app }) => {
    await page.goto(app.origin)
    await expect(heading(page, '连接到你的中枢')).toBeVisible()
    await page.getByLabel('连接码或链接').fill(app.token)
    await page.getByRole('button', { name: '连接', exact: true }).click()
    await expect(heading(page, '会话')).toBeVisible()
    await page.goto(`${app.origin}/usage`)
    await expect(heading(page, '用量')).toBeVisible()
    await expect(page.getByText(/^\d+月\d+日$/).first()).toBeVisible()
  })

  test('what other sessions ask, and why something did not work, is Chinese', async ({ page, app }) => {
    await using agent = await BareAgent.start(app, '别处的任务')
    await page.goto(app.signInLink().replace('/?', '/settings?'))
    await expect(heading(page, '设置')).toBeVisible()
    await agent.ask('Bash', { command: 'npm test' })
    const messages = page.getByRole('region', { name: '消息' })
    const message = messages.getByRole('button', { name: /别处的任务/ })
    await expect(message).toContainText('请求许可')
    await message.click()
    await expect(heading(page, '别处的任务')).toBeVisible()

    await agent.turnAway()
    await page.getByRole('button', { name: '允许', exact: true }).click()
    await expect(page.getByRole('main').getByText('智能体暂时没有回应。请重试。')).toBeVisible()
    await page.getByRole('tab', { name: '文件' }).click()
    await expect(page.getByText(/^这个文件夹打不开。那边做不到这件事/)).toBeVisible()
  })

  test.describe('that may be notified', () => {
    test.use({ permissions: ['notifications'] })

    test('notifications are in the language the page had last', async ({ page, app }) => {
      await page.goto(app.signInLink())
      await expect(heading(page, '会话')).toBeVisible()
      await page.evaluate(() => navigator.serviceWorker.ready)
      const worker = await watchedWorkerOf(page)
      const sessionId = await app.api.startSession('Far away')
      const pushed = async () => {
        await pushTo(page, {
          title: 'Permission Request',
          body: 'Far away (Bash)',
          data: {
            type: 'permission-request',
            sessionId,
            url: `/sessions/${sessionId}`,
            requestId: 'any',
          },
        })
        const { title, options } = (await shownNotifications(worker)).at(-1) ?? {}
        const { actions = [] } = (options ?? {}) as { actions?: { title: string }[] }
        return [title, options?.body, ...actions.map((action) => action.title)]
      }
      await expect.poll(pushed).toEqual(['请求许可', 'Far away (Bash)', '允许', '拒绝'])

      await page.goto(`${app.origin}/settings`)
      await page.getByRole('radio', { name: 'English' }).check()
      await expect(heading(page, 'Settings')).toBeVisible()
      await expect.poll(pushed).toEqual(['Permission Request', 'Far away (Bash)', 'Allow', 'Deny'])
    })
  })
})
