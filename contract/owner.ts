import { z } from 'zod'
import { DevicePlatform } from './device.ts'
import { endpoint } from './endpoint.ts'
import { DeliveryEvent } from './push.ts'
import { EpochMs, Ok, QueryInteger } from './wire.ts'

/*
 * The owner's view of the hub: additive routes that no other client needs. All of them answer 403 to
 * other namespaces than `default`.
 */

export const DELIVERIES_LIMIT_DEFAULT = 50
export const DELIVERIES_LIMIT_MAX = 200

export const DeliveryResult = z.enum(['accepted', 'rejected', 'suppressed'])
export type DeliveryResult = z.infer<typeof DeliveryResult>

/** One attempt to tell one device, browser or channel of one notice; tokens only as short hashes. */
export const Delivery = z.object({
  /** Rises with every attempt. */
  id: z.int(),
  at: EpochMs,
  /** The same for all attempts of one notice. */
  dispatchId: z.string(),
  namespace: z.string(),
  /** Which way it went, such as `android-relay`, `ios-direct`, `browser`, `toast`, `messaging-bot`. */
  channel: z.string(),
  deviceId: z.string().nullable(),
  platform: DevicePlatform.nullable(),
  tokenHash: z.string().nullable(),
  event: DeliveryEvent,
  sessionId: z.string(),
  result: DeliveryResult,
  /** What the provider said, or why nothing was sent; null when it was accepted. */
  code: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const OwnerDevice = z.object({
  /** Opaque; stays the same when the device registers again. */
  id: z.string(),
  namespace: z.string(),
  platform: DevicePlatform,
  deviceId: z.string(),
  tokenHash: z.string(),
  /** It can decrypt; without it nothing goes through a relay. */
  hasPushKey: z.boolean(),
  registeredAt: EpochMs,
  /** When it last registered. */
  seenAt: EpochMs,
  lastDelivery: Delivery.nullable(),
})
export type OwnerDevice = z.infer<typeof OwnerDevice>

/** Devices of every namespace. */
export const listDevices = endpoint('GET', '/api/devices', {
  response: z.object({ devices: z.array(OwnerDevice) }),
  access: 'owner',
})

/** The device is told nothing more until it registers again; 404 when it is not known. */
export const removeDevice = endpoint('DELETE', '/api/devices/:id', { response: Ok, access: 'owner' })

/** Sends a test notification to one device and answers what became of it. */
export const testDevice = endpoint('POST', '/api/devices/:id/test', {
  response: z.object({ result: DeliveryResult, code: z.string().nullable() }),
  access: 'owner',
})

export const DeliveriesQuery = z.object({
  namespace: z.string().min(1).optional(),
  /** Only what was for the device with this id (`OwnerDevice.id`), in its own namespace; 404 for an unknown one. */
  device: z.string().min(1).optional(),
  limit: QueryInteger.pipe(z.int().min(1).max(DELIVERIES_LIMIT_MAX)).default(DELIVERIES_LIMIT_DEFAULT),
  /** Only attempts before the one with this `id`. */
  before: QueryInteger.pipe(z.int().min(1)).optional(),
})

/** The delivery log of a namespace (the owner's own unless told otherwise), newest first. */
export const listDeliveries = endpoint('GET', '/api/deliveries', {
  query: DeliveriesQuery,
  response: z.object({
    deliveries: z.array(Delivery),
    /** `before` of the next page; null on the last. */
    next: z.int().nullable(),
  }),
  access: 'owner',
})

/** `desktop-app` is the window of Svc Hub itself; `app`: a page inside of some app, a page on the home screen. */
export const BrowserName = z.enum([
  'safari',
  'chrome',
  'edge',
  'firefox',
  'opera',
  'samsung',
  'desktop-app',
  'app',
  'other',
])
export type BrowserName = z.infer<typeof BrowserName>

/** `mac-or-ipad`: an iPad calls itself a Mac; `phone`: of no known kind. */
export const BrowserDevice = z.enum([
  'iphone',
  'ipad',
  'mac-or-ipad',
  'mac',
  'android-phone',
  'android-tablet',
  'phone',
  'windows',
  'chromebook',
  'linux',
  'other',
])
export type BrowserDevice = z.infer<typeof BrowserDevice>

/** A browser that signed in or listened since the hub started. It says itself what it is. */
export const OwnerBrowser = z.object({
  id: z.int(),
  namespace: z.string(),
  browser: BrowserName,
  device: BrowserDevice,
  /** The network it came from, such as `192.168.1.x`; null where it came through a tunnel or from this computer. */
  address: z.string().nullable(),
  /** When somebody last signed in there; null when it only went on being signed in. */
  signedInAt: EpochMs.nullable(),
  /** When it last was there; the time of the answer while its page is open. */
  seenAt: EpochMs,
  /** It listens to events now. */
  isOpen: z.boolean(),
  /** The one that asks, or one that cannot be told from it. */
  isCaller: z.boolean(),
})
export type OwnerBrowser = z.infer<typeof OwnerBrowser>

/**
 * Browsers of every namespace, the last seen first. The hub remembers the newest of them, in memory only. Programs
 * that are no browsers are not among them: companion apps register as devices.
 */
export const listBrowsers = endpoint('GET', '/api/pairing/browsers', {
  response: z.object({ browsers: z.array(OwnerBrowser) }),
  access: 'owner',
})

export const PairingAddress = z.object({
  url: z.string(),
  kind: z.enum(['public', 'network']),
  /** What the two QR codes hold; whoever has one has the hub. */
  web: z.string(),
  companion: z.string(),
})
export type PairingAddress = z.infer<typeof PairingAddress>

/** Addresses under which a phone can reach the hub; `obstacle` says why there is none. */
export const getPairing = endpoint('GET', '/api/pairing', {
  response: z.object({
    addresses: z.array(PairingAddress),
    /** `loopback-only`: listenHost names this computer alone; `no-network`: it has no other address. */
    obstacle: z.enum(['loopback-only', 'no-network']).nullable(),
  }),
  access: 'owner',
})

export const ReachabilityResult = z.enum(['reachable', 'refused', 'not-ours', 'timeout', 'tls'])
export type ReachabilityResult = z.infer<typeof ReachabilityResult>

/** What came of the hub asking for itself under one of its own addresses. */
export const Reachability = z.object({
  /** As in `getPairing`. */
  url: z.string(),
  /**
   * `reachable`: this very hub answered; `refused`: no connection, or a name nobody knows; `not-ours`: somebody
   * else answered, or a proxy for us; `timeout`: nobody within three seconds; `tls`: the certificate or the
   * encryption is not good.
   */
  result: ReachabilityResult,
  /** A plain word for it, such as `ECONNREFUSED` or the HTTP status `502`; null when it is reachable. */
  code: z.string().nullable(),
})
export type Reachability = z.infer<typeof Reachability>

/**
 * The hub asks for its own health under each of the addresses of `getPairing`, and nothing else, as a phone
 * would. It asks from its own computer: a firewall that only stops others stays unseen, and a router may not
 * lead it back to its public address although others get there.
 */
export const checkPairing = endpoint('POST', '/api/pairing/check', {
  response: z.object({ addresses: z.array(Reachability) }),
  access: 'owner',
})

/**
 * Replaces the hub base token and ends whatever the old one opened: JWTs, event streams, connections of
 * CLIs and runners, bound messaging accounts, and the registrations of devices and browsers, which would go on
 * hearing of sessions they may no longer see; they register again once they are paired anew. 409 `token_fixed` while CLI_API_TOKEN fixes it.
 */
export const rotateAccessToken = endpoint('POST', '/api/access-token/rotate', {
  response: z.object({ accessToken: z.string() }),
  access: 'owner',
})

/**
 * What the owner should know of channels that are off, or not what the settings ask for. `channel` is `android`,
 * `ios`, `browser` (push of browsers), `bot` (the messaging bot: its token is refused or cannot be opened here,
 * another program answers for it, its host is none, or it has no public https address for its mini-app) or
 * `gateway` (the chat push gateway: its send key cannot be opened here, or its host is none); more may follow.
 * `isProblem` is false where nobody asked for the channel. `message` is one English sentence that names the
 * setting and its variable, and never holds a secret.
 */
export const getPushDiagnostics = endpoint('GET', '/api/push/diagnostics', {
  response: z.object({
    diagnostics: z.array(z.object({ channel: z.string(), isProblem: z.boolean(), message: z.string() })),
  }),
  access: 'owner',
})
