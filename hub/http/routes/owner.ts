import type { Context } from 'koa'
import { OWNER_NAMESPACE } from '../../../contract/auth.ts'
import {
  checkPairing,
  getPairing,
  getPushDiagnostics,
  listBrowsers,
  listDeliveries,
  listDevices,
  type Reachability,
  removeDevice,
  rotateAccessToken,
  testDevice,
} from '../../../contract/owner.ts'
import type { OwnerDevices } from '../../owner/owner-devices.ts'
import type { SeenBrowsers } from '../../owner/seen-browsers.ts'
import { pairingLinks, type ReachableAddress } from '../../pairing.ts'
import { type RouteEntry, route } from '../route.ts'
import { visitorOf } from '../visitor.ts'

export interface OwnerRouteServices {
  ownerDevices: OwnerDevices
  diagnostics: () => readonly { channel: string; isProblem: boolean; message: string }[]
  /** Where other devices reach the hub, and the token they pair with. */
  pairing: () => { addresses: ReachableAddress[]; isLoopbackOnly: boolean; token: string }
  /** What comes of asking for the hub under these of its addresses. */
  checkAddresses: (urls: readonly string[]) => Promise<Reachability[]>
  rotateToken: () => Promise<string>
  browsers: Pick<SeenBrowsers, 'list'>
}

const OK = { ok: true } as const

/** The owner's view: devices, deliveries, pairing, the access token (additive; owner only). */
export function ownerRoutes({
  ownerDevices,
  diagnostics,
  pairing,
  checkAddresses,
  rotateToken,
  browsers,
}: OwnerRouteServices): RouteEntry[] {
  return [
    route(listDevices, ({ ctx }) => {
      keepPrivate(ctx)
      return { devices: ownerDevices.list() }
    }),
    route(removeDevice, ({ params }) => {
      ownerDevices.remove(params.id)
      return OK
    }),
    route(testDevice, ({ params }) => ownerDevices.test(params.id)),
    route(listDeliveries, ({ query: { namespace = OWNER_NAMESPACE, ...page }, ctx }) => {
      keepPrivate(ctx)
      return ownerDevices.deliveries({ namespace, ...page })
    }),
    route(getPushDiagnostics, ({ ctx }) => {
      keepPrivate(ctx)
      return { diagnostics: [...diagnostics()] }
    }),
    route(getPairing, ({ ctx }) => {
      keepPrivate(ctx)
      const { addresses, isLoopbackOnly, token } = pairing()
      const obstacle = isLoopbackOnly ? ('loopback-only' as const) : ('no-network' as const)
      return {
        addresses: addresses.map((address) => ({ ...address, ...pairingLinks(address.url, token) })),
        obstacle: addresses.length > 0 ? null : obstacle,
      }
    }),
    route(listBrowsers, ({ ctx, caller }) => {
      keepPrivate(ctx)
      return { browsers: browsers.list(visitorOf(ctx, caller.namespace)) }
    }),
    route(checkPairing, async ({ ctx }) => {
      keepPrivate(ctx)
      return { addresses: await checkAddresses(pairing().addresses.map(({ url }) => url)) }
    }),
    route(rotateAccessToken, async ({ ctx }) => {
      keepPrivate(ctx)
      return { accessToken: await rotateToken() }
    }),
  ]
}

function keepPrivate(ctx: Context): void {
  ctx.set('Cache-Control', 'no-store')
}
