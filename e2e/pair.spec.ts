import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, PUBLIC_URL, test } from './support/app.ts'
import { type Product, startProduct } from './support/product.ts'
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
  await expect(page.getByTestId('new-device')).toContainText(
    'notifications do not get to this kind of phone yet',
  )

  await page.getByTestId('new-device').getByRole('link', { name: 'To your phones' }).click()
  const phone = page.getByRole('listitem').filter({ hasText: id })
  await phone.getByRole('button', { name: /^Send a test/ }).click()
  await expect(phone.getByText(/^Test: not sent, notifications for this kind of phone/)).toBeVisible()
  await phone.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No phone is registered')).toBeVisible()
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('a phone that opens the link of the code is announced by its browser, once, and listed', async ({
  page,
  browser,
}) => {
  await withHubOfItsOwn(async (product) => {
    await product.api.setNetwork({ publicUrl: product.origin })
    await product.restartHub()
    await page.goto(product.signInLink())
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByRole('link', { name: /^Pair a phone \(to do\)/ })).toBeVisible()
    await steps.getByRole('link', { name: /^Pair a phone/ }).click()
    // What is there by now is no news.
    const known = page.waitForResponse((response) => response.url().endsWith('/api/pairing/browsers'))
    await page.getByRole('button', { name: 'Show the codes' }).click()
    await known
    const link = (await readQr(page.getByTestId('qr-code').first())) ?? ''
    await expect(page.getByTestId('new-device')).toHaveCount(0)

    const context = await browser.newContext({ userAgent: IPHONE })
    try {
      const phone = await context.newPage()
      await phone.goto(link)
      await expect(phone.getByRole('heading', { level: 1, name: 'Sessions' })).toBeAttached()
      const arrival = page.getByTestId('new-device')
      await expect(arrival).toContainText('Safari on an iPhone has just signed in')
      await expect(page.getByRole('status').filter({ hasText: 'Safari on an iPhone' })).toHaveCount(1)

      await arrival.getByRole('link', { name: 'To your phones' }).click()
      const browsers = page.getByRole('region', { name: 'Browsers' })
      const row = browsers.getByRole('listitem').filter({ hasText: 'Safari on an iPhone' })
      await expect(row).toContainText('Open now')
      await expect(browsers.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1)

      // It renews when its page is loaded anew, and nobody signs in.
      const before = await product.api.signIns()
      await phone.reload()
      await expect(phone.getByRole('heading', { level: 1, name: 'Sessions' })).toBeAttached()
      expect(await product.api.signIns()).toEqual(before)
    } finally {
      await context.close()
    }
    // The hub notices, and the page asks again when it is opened.
    await expect(async () => {
      await page.reload()
      const left = page.getByRole('listitem').filter({ hasText: 'Safari on an iPhone' })
      await expect(left).toContainText('Open a moment ago', { timeout: 1000 })
    }).toPass()
    await page.goto(product.origin)
    await expect(steps.getByRole('link', { name: 'Pair a phone (done)' })).toBeVisible()
    // The hub forgets its browsers when it stops; the step stays taken.
    await product.restartHub()
    await page.reload()
    await expect(steps.getByRole('link', { name: 'Pair a phone (done)' })).toBeVisible()
  })
})

/** A hub that only its own computer reaches, as after the first start. */
async function withHubOfItsOwn(work: (product: Product) => Promise<void>): Promise<void> {
  const product = await startProduct({ SVC_PUBLIC_URL: '', SVC_LISTEN_HOST: '' })
  try {
    await work(product)
  } finally {
    await product.stop()
  }
}

test('phones are let in with one press, and the codes come by themselves once the hub is back', async ({
  page,
}) => {
  await withHubOfItsOwn(async (product) => {
    await page.goto(product.signInLink().replace('/?', '/pair?'))
    const obstacle = page.getByRole('region', { name: 'Phones cannot reach this computer yet' })
    await obstacle.getByRole('button', { name: 'Let phones in this Wi-Fi in' }).click()
    await expect(obstacle).toContainText('get in as soon as the hub has started again')
    await expect(obstacle).toContainText('Stop it and start it again')
    await expect(obstacle.getByRole('button', { name: 'Let phones in' })).toHaveCount(0)

    await obstacle.getByRole('link', { name: 'Enter the address in the settings' }).click()
    const network = page.getByRole('region', { name: 'Network' })
    await expect(network.getByRole('radio', { name: 'Phones in my Wi-Fi too' })).toBeChecked()
    await expect(network).toContainText('Needs a restart.')
    // Not check(), which looks in the same moment: the choice is shown as soon as the hub is asked.
    await network.getByRole('radio', { name: 'Only this computer' }).click()
    await expect(network.getByRole('radio', { name: 'Only this computer' })).toBeChecked()
    await expect(network).not.toContainText('Needs a restart.')

    const address = network.getByRole('textbox', { name: 'Address from anywhere' })
    const save = network.getByRole('button', { name: 'Save the address' })
    await address.fill('two words')
    await save.click()
    await expect(network.getByRole('alert')).toContainText('cannot be the address of a hub')
    await address.fill(product.origin)
    await save.click()
    await expect(network.getByRole('alert')).toContainText('leads whoever opens it to their own device')
    await address.fill('hub.invalid/')
    await address.press('Enter')
    await expect(address).toHaveValue('https://hub.invalid')
    await expect(network).toContainText('From the settings file. Needs a restart.')
    await network.getByRole('button', { name: 'Remove the address' }).click()
    await expect(network).not.toContainText('Needs a restart.')

    await page.goBack()
    await expect(obstacle.getByRole('button', { name: 'Let phones in' })).toBeVisible()
    await product.api.setNetwork({ publicUrl: product.origin })
    await product.restartHub()
    await expect(page.getByTestId('reach')).toContainText('The hub answers at this address.')
    await expect(page.getByRole('button', { name: 'Show the codes' })).toBeVisible()
  })
})

test('in the desktop window the restart is one press away', async ({ page }) => {
  await withHubOfItsOwn(async (product) => {
    await product.api.setNetwork({ publicUrl: product.origin })
    // Stands in for the bridge of the desktop app, whose hub this is.
    await page.exposeFunction('restartProduct', () => product.restartHub())
    await page.addInitScript(() => {
      const never = () => new Promise(() => {})
      const { restartProduct } = window as unknown as { restartProduct: () => Promise<void> }
      const bridge = { accessToken: () => Promise.reject(new Error('not asked for')), state: never }
      Object.assign(window, { svcDesktop: { ...bridge, onNews: () => () => {}, restartHub: restartProduct } })
    })
    await page.goto(product.signInLink().replace('/?', '/pair?'))
    await expect(page.getByText(`Phones get in by ${product.origin}`)).toBeVisible()
    await page.getByRole('button', { name: 'Restart the hub' }).click()
    await expect(page.getByTestId('reach')).toContainText('The hub answers at this address.')
  })
})

test('an address that does not lead to the hub says so and what to do, beside the codes', async ({
  page,
}) => {
  const stranger = createServer((_, response) => response.writeHead(502).end()).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  await withHubOfItsOwn(async (product) => {
    await product.api.setNetwork({ publicUrl: url })
    await product.restartHub()
    await page.goto(product.signInLink().replace('/?', '/pair?'))
    const reach = page.getByTestId('reach')
    await expect(reach).toContainText('Something else than this hub answers at this address (502).')
    await expect(reach).toContainText('Have the tunnel or proxy behind it lead to this hub')
    await expect(page.getByRole('status')).toContainText([`${url}: Something else than this hub`])
    await page.getByRole('button', { name: 'Show the codes' }).click()
    await expect(page.getByTestId('qr-code')).toHaveCount(2)

    stranger.close()
    await reach.getByRole('button', { name: 'Look again' }).click()
    await expect(reach).toContainText('Nobody answers at this address.')
    await expect(page.getByTestId('qr-code')).toHaveCount(2)

    await page.goto(`${product.origin}/check-up`)
    const row = page.getByRole('listitem').filter({ hasText: /^Way in for phones/ })
    await expect(row).toContainText(`The hub did not answer at ${url}`)
    await row.getByRole('link', { name: 'See why' }).click()
    await reach.getByRole('link', { name: 'Change the address' }).click()
    const network = page.getByRole('region', { name: 'Network' })
    await expect(network.getByRole('textbox', { name: 'Address from anywhere' })).toHaveValue(url)
    await expect(network).toContainText('does not begin with https')
  })
})

test('an address that the environment fixes is shown, and where to change it', async ({ page, app }) => {
  await page.goto(app.signInLink().replace('/?', '/settings?'))
  const network = page.getByRole('region', { name: 'Network' })
  await expect(network.getByRole('textbox', { name: 'Address from anywhere' })).toBeDisabled()
  await expect(network.getByRole('radio', { name: 'Only this computer' })).toBeDisabled()
  await expect(network).toContainText('environment variable SVC_PUBLIC_URL')
  await expect(network).toContainText('environment variable SVC_LISTEN_HOST')
})
