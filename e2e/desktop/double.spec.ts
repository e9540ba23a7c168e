import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '../support/desktop.ts'
import type { DesktopComputer } from '../support/desktop-computer.ts'

/* The double must do what Electron does, or say that it does not; the other specs believe it. */

interface Sample {
  text: string
  call(channel: string, ...args: unknown[]): Promise<unknown>
  onTold(listener: (value: unknown) => void): () => void
  throwNow(): void
}

declare global {
  interface Window {
    sample: Sample
    atFirstScript: string
  }
}

test.skip(process.env.SVC_TEST_ELECTRON !== undefined, 'Electron itself is here')

async function startSample(computer: DesktopComputer) {
  const app = await computer.start({ app: join(import.meta.dirname, '../support/electron-double/sample') })
  const page = await app.page()
  await page.waitForURL(/page\.html$/)
  return { app, page }
}

test('the preload runs before the page, in a world of its own, and not in frames', async ({ computer }) => {
  const { page } = await startSample(computer)
  const seen = await page.evaluate(async () => {
    const told: unknown[] = []
    const stop = window.sample.onTold((value) => told.push(value))
    await window.sample.call('tell', { first: 1 })
    await window.sample.call('echo', null)
    stop()
    await window.sample.call('tell', 'unheard')
    await window.sample.call('echo', null)
    let thrown = ''
    try {
      window.sample.throwNow()
    } catch (error) {
      thrown = (error as Error).message
    }
    return {
      told,
      thrown,
      atFirstScript: window.atFirstScript,
      text: window.sample.text,
      isFrozen: Object.isFrozen(window.sample),
      ownOfPreload: 'ownOfPreload' in window,
    }
  })
  expect(seen).toEqual({
    told: [{ first: 1 }],
    thrown: 'at once',
    atFirstScript: 'object',
    text: 'from the preload',
    isFrozen: true,
    ownOfPreload: false,
  })
  expect(await page.frames()[1]?.evaluate(() => 'sample' in window)).toBe(false)
})

test('calls carry JSON and the words of Electron, and main is told who calls', async ({ computer }) => {
  const { page } = await startSample(computer)
  const call = (channel: string, ...args: unknown[]) =>
    page.evaluate(
      ([name, ...rest]) => window.sample.call(name as string, ...rest).catch((error: Error) => error.message),
      [channel, ...args],
    )
  expect(await call('where')).toEqual({ isOurs: true, isTop: true, url: page.url() })
  expect(await call('echo', { deep: [1, null, { a: 'b' }] })).toEqual({ deep: [1, null, { a: 'b' }] })
  expect(await call('fail')).toBe("Error invoking remote method 'fail': TypeError: on purpose")
  expect(await call('nobody')).toContain("No handler registered for 'nobody'")
  expect(await call('date')).toContain('The double of electron carries JSON only')
})

test('what it does not have throws with its name', async ({ computer }) => {
  const { page } = await startSample(computer)
  const messages = await page.evaluate(() =>
    Promise.all(
      ['member', 'ofWindow', 'ofClass', 'event', 'path'].map((name) =>
        window.sample.call('unknown', name).then(
          () => 'nothing',
          (error: Error) => error.message.replace("Error invoking remote method 'unknown': Error: ", ''),
        ),
      ),
    ),
  )
  expect(messages).toEqual([
    'The double of electron has no App.getGPUInfo',
    'The double of electron has no BrowserWindow.flashFrame',
    'The double of electron has no BrowserWindow.fromId',
    'The double of electron has no event "gpu-info-update" of App',
    'The double of electron has no path "music"',
  ])
})

test('main stops navigations before anything is loaded, and is asked about new windows', async ({
  computer,
}) => {
  const { page } = await startSample(computer)
  const before = page.url()
  const requests: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    requests.push(url)
    response.end()
  }).listen(computer.port, '127.0.0.1')
  await once(server, 'listening')
  const stopped = await page.evaluate((to) => {
    window.open(`${to}/opened`)
    window.location.href = `${to}/gone`
    return window.sample.call('stopped')
  }, computer.origin)
  expect(stopped).toEqual([`${computer.origin}/opened`, `${computer.origin}/gone`])
  // The server is heard of in the end, so it would have been before.
  await page.evaluate((to) => fetch(`${to}/asked`, { mode: 'no-cors' }), computer.origin)
  server.closeAllConnections()
  server.close()
  expect(requests).toContain('/asked')
  expect(requests).not.toContain('/gone')
  expect(page.url()).toBe(before)
})
