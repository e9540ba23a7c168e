import { expect, PUBLIC_URL, test } from './support/app.ts'
import { startProduct } from './support/product.ts'

test('the steps that connect a computer can be copied, hide the code, and end when it is there', async ({
  page,
  context,
}) => {
  const product = await startProduct({ SVC_PUBLIC_URL: '' })
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin })
    await page.goto(product.signInLink())
    await page.getByRole('link', { name: 'Show me how' }).click()
    const steps = page.getByRole('region', { name: 'No computer is connected' })
    await steps.getByText('macOS or Linux').click()
    await expect(steps).toContainText('npm install --global @twsxtd/hapi')
    await expect(steps).toContainText(`export HAPI_API_URL='${product.origin}'`)
    expect(await page.content()).not.toContain(product.token)
    await steps.getByRole('button', { name: 'Copy: The lines that start it' }).click()
    const lines = [
      `export HAPI_API_URL='${product.origin}'`,
      `export CLI_API_TOKEN='${product.token}'`,
      'hapi runner start',
    ]
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(lines.join('\n'))
    await steps.getByRole('button', { name: 'Show the code' }).click()
    await expect(steps).toContainText(`export CLI_API_TOKEN='${product.token}'`)
    await steps.getByText('Windows', { exact: true }).click()
    await expect(steps).toContainText(`$env:CLI_API_TOKEN='${product.token}'`)

    // Nobody else reaches this hub yet.
    await expect(steps).toContainText('It lets nobody else in so far')
    await steps.getByRole('link', { name: 'Choose who may reach the hub' }).click()
    await expect(page.getByText('Who may reach this computer’s hub directly?')).toBeVisible()
    await page.goBack()

    await expect(steps).toContainText('This page notices by itself')
    await page.evaluate(() => {
      const region = document.querySelector('[role=status][aria-live=polite]')
      if (!region) throw new Error('nothing is said on this page')
      const said: string[] = []
      Object.assign(window, { said })
      new MutationObserver(() => said.push(region.textContent)).observe(region, {
        childList: true,
        subtree: true,
      })
    })
    await product.startMachine()
    await expect(page.getByTestId('arrival')).toContainText('Connected: ')
    // Said too, however soon something else is said.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.join()))
      .toContain('Connected: ')
    await expect(steps).toHaveCount(0)
  } finally {
    await product.stop()
  }
})

test('another computer gets the address that others reach, and the one of this computer on request', async ({
  page,
  app,
}) => {
  await page.goto(app.signInLink().replace('/?', '/machines?'))
  const another = page.getByRole('region', { name: 'Connect another computer' })
  await another.getByRole('button', { name: 'Show how' }).click()
  await another.getByText('macOS or Linux').click()
  await expect(another).toContainText(`export HAPI_API_URL='${PUBLIC_URL}'`)
  await expect(another).not.toContainText('lets in only its own computer')
  await another.getByRole('combobox', { name: 'Address of the hub' }).selectOption(app.origin)
  await expect(another).toContainText(`export HAPI_API_URL='${app.origin}'`)
  await expect(another).toContainText('works on the hub’s own computer only')
})
