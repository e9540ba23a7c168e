import { expect, type Page, type Worker } from '@playwright/test'

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context()
  const { origin } = new URL(page.url())
  const isOurs = (worker: Worker) => worker.url() === `${origin}/sw.js`
  return context.serviceWorkers().find(isOurs) ?? context.waitForEvent('serviceworker', isOurs)
}

/** Delivers a push to the page's service worker, as the browser does with what its push service hands it. */
export async function pushTo(page: Page, message: unknown): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (ours) resolve(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const data = JSON.stringify(message)
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data })
}

interface Shown {
  title: string
  options: NotificationOptions
}

/** What is used of the worker's own world, which this room has no types for. */
interface WorkerScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  dispatchEvent(event: Event): boolean
  ExtendableEvent: typeof Event
  /** Ours. */
  shown: Shown[]
}

/**
 * The service worker of the page's origin, which has to be installed, with an eye on what it shows: a browser
 * without a desktop takes a notification and may forget it at once.
 */
export async function watchedWorkerOf(page: Page): Promise<Worker> {
  const worker = await workerOf(page)
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      await show(title, options)
      scope.shown.push({ title, options })
    }
  })
  return worker
}

/** Every notification the browser took, the newest last. */
export function shownNotifications(worker: Worker): Promise<Shown[]> {
  return worker.evaluate(() => (self as unknown as WorkerScope).shown)
}

/**
 * Presses the newest notification once it is there, or a button of it. The press itself belongs to the system,
 * out of reach of a test; what the worker is told of it does not.
 */
export async function pressNotification(worker: Worker, action = ''): Promise<void> {
  await expect.poll(() => shownNotifications(worker)).not.toEqual([])
  await worker.evaluate((pressed) => {
    const scope = self as unknown as WorkerScope
    const notification = { data: scope.shown.at(-1)?.options.data, close: () => {} }
    scope.dispatchEvent(
      Object.assign(new scope.ExtendableEvent('notificationclick'), { notification, action: pressed }),
    )
  }, action)
}
