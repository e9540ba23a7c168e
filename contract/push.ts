import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './wire.ts'

/** What a phone shows where it may not or cannot show the content. */
export const SERVICE_NAME = 'Svc Hub'
export const GENERIC_PUSH_BODY = 'New activity'

/** Version of the payload; breaking changes raise it (spec: Versioning). */
export const PUSH_CONTRACT_VERSION = 1
/** `svc_v` on Android, `svc.v` on iOS. */
export const ENVELOPE_VERSION = 1
export const ENVELOPE_AAD = 'svc-push-v1'
export const ENVELOPE_NONCE_BYTES = 12
export const ENVELOPE_TAG_BYTES = 16
/** Length of an envelope's base64 text (ruling 3: on Android and iOS). */
export const ENVELOPE_MAX_CHARACTERS = 3200
export const COLLAPSE_ID_MAX_BYTES = 64

export const NoticeType = z.enum(['ready', 'permission-request', 'input-request', 'task-notification'])
export type NoticeType = z.infer<typeof NoticeType>

/** What the delivery log tells of: notices, sessions that ended because their work was done, and the owner's tests. */
export const DeliveryEvent = z.enum([...NoticeType.options, 'completion', 'test'])
export type DeliveryEvent = z.infer<typeof DeliveryEvent>

export const NoticeSeverity = z.enum(['info', 'warning', 'success', 'error'])
export type NoticeSeverity = z.infer<typeof NoticeSeverity>

/** Something a person should hear of, with its texts; the dispatcher decides where it goes. */
export interface Notice {
  readonly type: NoticeType
  readonly namespace: string
  readonly sessionId: string
  /** Path of the web app it leads to; that of the session unless given. */
  readonly url?: string
  /** Agent and project, as people know the session. */
  readonly sessionName?: string
  /** Key of the pending request. */
  readonly requestId?: string
  /** Needed where the type alone does not say it (tasks). */
  readonly severity?: NoticeSeverity
  readonly native: { readonly title: string; readonly body: string }
  /** Of browser push and toast; notices with the same tag replace each other. */
  readonly web: { readonly title: string; readonly body: string; readonly tag?: string }
  /** JSON text of the agent's status line; only on `ready`. */
  readonly notifySummary?: string
  /** It only shows that notifications arrive; the delivery log calls it `test`. */
  readonly isTest?: boolean
  /** Asked right before each send: false once the request is answered. */
  readonly isStillWanted?: () => boolean
}

/** An agent ended its session because its work was done; only channels that ask for it hear of it. */
export interface Completion {
  readonly type: 'completion'
  readonly namespace: string
  readonly sessionId: string
  readonly title: string
  readonly body: string
}

/**
 * What became of one attempt to tell somebody. Acceptance by a provider is not a receipt. `prune` says that
 * the provider knows the token to be dead (spec: Dead-token handling).
 */
export type SendOutcome =
  | { readonly result: 'accepted' }
  | { readonly result: 'rejected'; readonly code: string; readonly prune: boolean }
  | { readonly result: 'suppressed'; readonly reason: string }

export const ACCEPTED: SendOutcome = { result: 'accepted' }

/** The attempt failed; nothing is known about the token. */
export const rejected = (code: string): SendOutcome => ({ result: 'rejected', code, prune: false })

/** The provider says that the token is dead. */
export const dead = (code: string): SendOutcome => ({ result: 'rejected', code, prune: true })

/** Nothing was sent, on purpose. */
export const suppressed = (reason: string): SendOutcome => ({ result: 'suppressed', reason })

/** Why it was not accepted; null when it was. */
export function codeOf(outcome: SendOutcome): string | null {
  if (outcome.result === 'accepted') return null
  return outcome.result === 'rejected' ? outcome.code : outcome.reason
}

/**
 * A way to tell people besides devices and browsers, such as a messaging bot; it is always asked, whatever
 * the devices said. `Signal` is an AbortSignal, which this room has no type for.
 */
export interface Channel<Signal> {
  /** As the delivery log calls it. */
  readonly name: string
  /** Sends once and stops when `signal` says so; an error is recorded as a failed attempt. */
  send(notice: Notice, signal: Signal): Promise<SendOutcome>
  /** As `send`, for a session whose work is done; channels without it are not told. */
  sendCompletion?(completion: Completion, signal: Signal): Promise<SendOutcome>
}

/** What a device is told (spec: Push data payload); in direct Android data every value is a string. */
export const PushPayload = z.object({
  type: NoticeType,
  sessionId: z.string(),
  sessionName: z.string().optional(),
  url: z.string().optional(),
  requestId: z.string().optional(),
  title: z.string(),
  body: z.string(),
  severity: NoticeSeverity.optional(),
  contractVersion: z.number(),
  notifySummary: z.string().optional(),
})
export type PushPayload = z.infer<typeof PushPayload>

const envelope = z
  .base64()
  .min(Math.ceil((ENVELOPE_NONCE_BYTES + ENVELOPE_TAG_BYTES) / 3) * 4)
  .max(ENVELOPE_MAX_CHARACTERS)

/** Path of the relay's one route, below its address. */
export const RELAY_PUSH_PATH = 'v1/push'

/** What the hub asks of a relay (spec: Relay protocol); priority 5 is Android's normal. */
export const RelayPush = z.discriminatedUnion('platform', [
  z.object({
    platform: z.literal('android'),
    token: z.string().min(1),
    envelope,
    priority: z.union([z.literal(10), z.literal(5)]),
  }),
  z.object({
    platform: z.literal('ios'),
    token: z.string().regex(/^([0-9a-fA-F]{2})+$/),
    envelope,
    collapseId: z.string().min(1),
    priority: z.literal(10),
  }),
])
export type RelayPush = z.infer<typeof RelayPush>

/** What the relay answers: 200 with `ok: true`, 410 with code `unregistered`, other failures are transient. */
export const RelayAnswer = z.object({ ok: z.boolean(), code: z.string().optional() })
export type RelayAnswer = z.infer<typeof RelayAnswer>
export const RELAY_UNREGISTERED = 'unregistered'

/** What a browser's service worker receives (reference: Browser push). */
export const BrowserPushMessage = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string().optional(),
  data: z.object({
    type: NoticeType,
    sessionId: z.string(),
    url: z.string(),
    requestId: z.string().optional(),
  }),
})
export type BrowserPushMessage = z.infer<typeof BrowserPushMessage>

/** What a browser's notification offers beside being opened. */
export const BrowserPushAction = z.enum(['allow', 'deny'])
export type BrowserPushAction = z.infer<typeof BrowserPushAction>

/**
 * The buttons of a browser's notification: only a permission can be answered there; everything else, a
 * question above all, is opened (spec: Question notifications 6). They are not sent, the type says it.
 */
export function browserPushActions({ data }: BrowserPushMessage): readonly BrowserPushAction[] {
  const isAnswerable = data.type === 'permission-request' && data.requestId !== undefined
  return isAnswerable ? BrowserPushAction.options : []
}

/** Browsers kept for each namespace; the one that subscribed longest ago makes room. */
export const BROWSERS_PER_NAMESPACE = 100

const endpointAddress = z.url({ protocol: /^https$/ }).max(4096)

/** A browser's `PushSubscription`. */
export const BrowserSubscription = z.object({
  endpoint: endpointAddress,
  keys: z.object({ p256dh: z.string().min(1).max(512), auth: z.string().min(1).max(512) }),
})
export type BrowserSubscription = z.infer<typeof BrowserSubscription>

/** The key browsers subscribe with; 503 while browser push is switched off. */
export const getVapidPublicKey = endpoint('GET', '/api/push/vapid-public-key', {
  response: z.object({ publicKey: z.string() }),
})

export const subscribeBrowser = endpoint('POST', '/api/push/subscribe', {
  body: BrowserSubscription,
  response: Ok,
  issues: 'none',
  bodyLimitBytes: 64 * 1024,
})

/** Forgets the browser; ok also when it is not known. */
export const unsubscribeBrowser = endpoint('DELETE', '/api/push/subscribe', {
  body: z.object({ endpoint: z.string().min(1) }),
  response: Ok,
  issues: 'none',
  bodyLimitBytes: 64 * 1024,
})

/**
 * Sends a notification that says it is a test to one browser of the caller's namespace, the way every other one
 * goes, and answers what became of it (additive). 404 when the browser is not subscribed.
 */
export const testBrowser = endpoint('POST', '/api/push/test', {
  body: z.object({ endpoint: z.string().min(1) }),
  response: z.object({ result: z.enum(['accepted', 'rejected', 'suppressed']), code: z.string().nullable() }),
  bodyLimitBytes: 64 * 1024,
})
