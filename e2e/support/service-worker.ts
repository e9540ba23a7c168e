import type { Page, Worker } from '@playwright/test'

/** The service worker of the page's origin, which has to be installed. */
export async function workerOf(page: Page): Promise<Worker> {
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

/** What is used of the worker's own world, which this room has no types for. */
interface WorkerScope {
  registration: { getNotifications(): Promise<Notification[]> }
  dispatchEvent(event: Event): boolean
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event
}

/** Title and body of each notification that is shown. */
export function shownNotifications(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const { registration } = self as unknown as WorkerScope
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
  })
}

/**
 * Presses the newest notification once it is there, or a button of it. The press itself belongs to the system,
 * out of reach of a test; what the worker is told of it does not.
 */
export async function pressNotification(worker: Worker, action = ''): Promise<void> {
  await worker.evaluate(async (pressed) => {
    const scope = self as unknown as WorkerScope
    let notification: Notification | undefined
    while (!notification) notification = (await scope.registration.getNotifications()).at(-1)
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: pressed }))
  }, action)
}
