import { getVapidPublicKey, subscribeBrowser, unsubscribeBrowser } from '../../../contract/push.ts'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { type EndpointStorage, keepEndpoint, registeredEndpoint } from './push-endpoint.ts'

/** What is known of the browser and of where the page came from. */
export interface PushFacts {
  /** https, or this very computer: elsewhere browsers allow no notifications. */
  isSecure: boolean
  hasWorker: boolean
  hasPush: boolean
  isIos: boolean
  /** Opened from the home screen. */
  isInstalled: boolean
  permission: NotificationPermission
}

/**
 * Why this browser cannot be notified, or that it can. `install-first`: iPhones and iPads only notify for apps
 * of the home screen; `blocked`: the person said no, and only the browser's settings can change that.
 */
export type PushSupport = 'insecure' | 'install-first' | 'unsupported' | 'blocked' | 'possible'

export function pushSupport(facts: PushFacts): PushSupport {
  if (!facts.isSecure) return 'insecure'
  if (!facts.hasWorker || !facts.hasPush) {
    return facts.isIos && !facts.isInstalled ? 'install-first' : 'unsupported'
  }
  return facts.permission === 'denied' ? 'blocked' : 'possible'
}

/** Why notifications were not turned on; each has its own sentence. */
export type PushProblem =
  | 'blocked'
  | 'dismissed'
  | 'no-worker'
  | 'no-service'
  | 'hub-off'
  | 'unreachable'
  | 'failed'

/** What turning notifications on and off works with. */
export interface PushTools {
  client: Pick<HubClient, 'call'>
  /** The worker that pushes arrive at; rejects where it cannot be had. */
  registration: () => Promise<ServiceWorkerRegistration>
  permission: () => NotificationPermission
  requestPermission: () => Promise<NotificationPermission>
  storage: EndpointStorage
}

/** Asks for the permission, so to be called from a press, and has the hub notify this browser. */
export async function turnPushOn(tools: PushTools): Promise<PushProblem | undefined> {
  const permission = await tools.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  return subscribe(tools)
}

/**
 * Makes good what came between browser and hub: a new address, a hub that forgot it or changed its keys. Does
 * nothing while notifications are off.
 */
export async function keepPushOn(tools: PushTools): Promise<void> {
  const before = registeredEndpoint(tools.storage)
  if (before === undefined) return
  if (tools.permission() !== 'granted') return turnPushOff(tools)
  if ((await subscribe(tools)) !== undefined) return
  const now = registeredEndpoint(tools.storage)
  if (now !== undefined && now !== before) await forget(tools, before)
}

/** The hub and the browser forget each other. A hub that cannot be reached learns it from the push service. */
export async function turnPushOff(tools: PushTools): Promise<void> {
  const endpoint = registeredEndpoint(tools.storage)
  keepEndpoint(tools.storage, undefined)
  if (endpoint === undefined) return
  // Before the first pause: whoever signs out right afterwards takes the token away.
  const forgotten = forget(tools, endpoint)
  const registration = await tools.registration().catch(() => undefined)
  const subscription = await registration?.pushManager.getSubscription()
  await Promise.all([forgotten, subscription?.unsubscribe().catch(() => false)])
}

async function subscribe(tools: PushTools): Promise<PushProblem | undefined> {
  const before = registeredEndpoint(tools.storage)
  try {
    const { publicKey } = await tools.client.call(getVapidPublicKey)
    const registration = await tools.registration().catch(() => undefined)
    if (!registration) return 'no-worker'
    const subscription = await subscriptionWith(registration, publicKey).catch(() => undefined)
    if (!subscription) return 'no-service'
    const { endpoint, keys = {} } = subscription.toJSON()
    const { p256dh = '', auth = '' } = keys
    await tools.client.call(subscribeBrowser, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
    // Turned off meanwhile: that is what counts.
    if (registeredEndpoint(tools.storage) !== before) await undo(tools, subscription)
    else keepEndpoint(tools.storage, subscription.endpoint)
    return undefined
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    if (error.status === 503) return 'hub-off'
    return error.status === 0 ? 'unreachable' : 'failed'
  }
}

async function undo(tools: PushTools, subscription: PushSubscription): Promise<void> {
  await Promise.all([forget(tools, subscription.endpoint), subscription.unsubscribe().catch(() => false)])
}

/** A subscription belongs to one key: one made for another hub, or for old keys, makes room. */
async function subscriptionWith(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription()
  const key = present?.options.applicationServerKey
  if (present && key && base64Url(key) === publicKey) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

async function forget({ client }: PushTools, endpoint: string): Promise<void> {
  await client.call(unsubscribeBrowser, { body: { endpoint } }).catch(() => undefined)
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
