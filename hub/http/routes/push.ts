import {
  type BrowserSubscription,
  codeOf,
  getVapidPublicKey,
  type SendOutcome,
  subscribeBrowser,
  testBrowser,
  unsubscribeBrowser,
} from '../../../contract/push.ts'
import type { Ok } from '../../../contract/wire.ts'
import { type RouteEntry, route } from '../route.ts'

export interface BrowserRegistry {
  vapidPublicKey(): Promise<string>
  subscribe(namespace: string, subscription: BrowserSubscription): void
  unsubscribe(namespace: string, endpoint: string): void
  /** @throws HubError 404 */
  testBrowser(namespace: string, endpoint: string): Promise<SendOutcome>
}

const OK: Ok = { ok: true }

/** `/api/push/*`: which browsers of the caller's namespace are notified (reference: Browser push). */
export function pushRoutes(registry: BrowserRegistry): RouteEntry[] {
  return [
    route(getVapidPublicKey, async () => ({ publicKey: await registry.vapidPublicKey() })),
    route(subscribeBrowser, ({ caller, body }) => {
      registry.subscribe(caller.namespace, body)
      return OK
    }),
    route(unsubscribeBrowser, ({ caller, body }) => {
      registry.unsubscribe(caller.namespace, body.endpoint)
      return OK
    }),
    route(testBrowser, async ({ caller, body }) => {
      const outcome = await registry.testBrowser(caller.namespace, body.endpoint)
      return { result: outcome.result, code: codeOf(outcome) }
    }),
  ]
}
