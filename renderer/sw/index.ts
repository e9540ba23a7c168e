import { isTakeOver, type WorkerNews } from '../features/web-app/worker-messages.ts'
import { keepAnswer, readChoice } from '../features/web-app/worker-store.ts'
import {
  type NotificationChoices,
  notificationLanguage,
  notificationOf,
  pathOf,
  readPush,
} from './notification.ts'
import { answerOf } from './notification-answer.ts'
import { handlingOf, Shell, type ShellFiles } from './shell.ts'
import { workerWords } from './worker-words.ts'

/*
 * The service worker: the app without the hub, and notifications without a window. It keeps nothing but the
 * files of its build, and knows neither the code nor a token.
 */

declare const self: ServiceWorkerGlobalScope
/** Put in by the build. */
declare const SHELL_FILES: ShellFiles

const { origin } = self.location
const build = SHELL_FILES
const files = new Set(build.files)
const shell = new Shell(self.caches, self.fetch, build)

self.addEventListener('install', (event) => event.waitUntil(shell.fill()))

self.addEventListener('activate', (event) => event.waitUntil(shell.dropOlder()))

self.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, origin, files)
  if (handling === 'page') event.respondWith(shell.page(event.request))
  else if (handling === 'file') event.respondWith(shell.file(event.request))
})

self.addEventListener('message', (event) => {
  if (isTakeOver(event.data)) event.waitUntil(self.skipWaiting())
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(followUp(event.notification, event.action))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(subscribeAgain(event as SubscriptionChange))
})

/** The worker's library does not know this event yet. */
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

async function show(text: string | undefined): Promise<void> {
  // A store that cannot be read must not cost a notification.
  const choices = ((await readChoice('notifications').catch(() => undefined)) ?? {}) as NotificationChoices
  const words = workerWords(notificationLanguage(choices, self.navigator.languages))
  const { title, options } = notificationOf(readPush(text), choices, words)
  await self.registration.showNotification(title, options)
}

async function followUp({ data }: Notification, action: string): Promise<void> {
  const answer = answerOf(action, data, Date.now())
  if (answer) await keepAnswer(answer)
  const window = await showWindow(pathOf(data, origin))
  if (answer) window?.postMessage({ type: 'answered' } satisfies WorkerNews)
}

/** Shows the path in a window that is open, or in a new one, which looks for answers by itself. */
async function showWindow(path: string): Promise<WindowClient | undefined> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => new URL(url).pathname === path)
  const window = there ?? windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!window) {
    await self.clients.openWindow(path)
    return undefined
  }
  await window.focus().catch(() => undefined)
  if (!there) window.postMessage({ type: 'open', path } satisfies WorkerNews)
  return window
}

async function subscribeAgain({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!newSubscription && applicationServerKey) {
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  }
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const window of windows) window.postMessage({ type: 'subscription-changed' } satisfies WorkerNews)
}
