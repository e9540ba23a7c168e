import type { PairingAddress } from '../../../contract/owner.ts'

/** A way to the hub, with what its codes hold. */
export interface PairingWay {
  url: string
  /** `page`: the address this page was opened with, which the hub itself does not know. */
  kind: PairingAddress['kind'] | 'page'
  web: string
  companion: string
}

/** Names that mean this computer alone. */
export const isLoopbackHost = (host: string) => /^(localhost|.+\.localhost|127\..*|\[::1\])$/i.test(host)

/** The two links of a pairing (spec: Pairing). */
export function pairingLinks(hub: string, code: string): { web: string; companion: string } {
  const [address, secret] = [encodeURIComponent(hub), encodeURIComponent(code)]
  return {
    web: `${hub}/?hub=${address}&token=${secret}`,
    companion: `svccompanion://bind?hub=${address}&code=${secret}`,
  }
}

/** The code inside of a pairing link. */
export const codeOf = (web: string) => new URL(web).searchParams.get('token') ?? ''

/**
 * Every way a phone can come: those the hub knows, and the one this page came, which may lead through a
 * tunnel the hub was not told of.
 * @param code what a phone pairs with that comes the page's way; undefined when it is not known
 */
export function pairingWays(
  addresses: readonly PairingAddress[],
  pageOrigin: string,
  code: string | undefined,
): PairingWay[] {
  const isKnown = addresses.some(({ url }) => url === pageOrigin)
  if (isKnown || code === undefined || isLoopbackHost(new URL(pageOrigin).hostname)) return [...addresses]
  return [...addresses, { url: pageOrigin, kind: 'page', ...pairingLinks(pageOrigin, code) }]
}

/** An address of the hub; `here`: it means something on the hub's own computer alone. */
export interface HubAddress {
  url: string
  kind: PairingWay['kind'] | 'here'
}

/** Every address by which a computer or a browser can come, those that lead farthest first; never empty. */
export function hubAddresses(
  addresses: readonly Pick<PairingAddress, 'url' | 'kind'>[],
  pageOrigin: string,
): HubAddress[] {
  const known = addresses.map(({ url, kind }) => ({ url, kind }))
  if (known.some(({ url }) => url === pageOrigin)) return known
  const kind = isLoopbackHost(new URL(pageOrigin).hostname) ? 'here' : 'page'
  return [...known, { url: pageOrigin, kind }]
}

/** Browsers notify, record and install only where the address is safe. */
export const isSafeAddress = (url: string) => new URL(url).protocol === 'https:'
