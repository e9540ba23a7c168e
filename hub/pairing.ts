import { networkInterfaces } from 'node:os'

/** The two links of a pairing (spec: Pairing); whoever has one has the hub. */
export function pairingLinks(hub: string, token: string): { web: string; companion: string } {
  const address = encodeURIComponent(hub)
  const secret = encodeURIComponent(token)
  return {
    web: `${hub}/?hub=${address}&token=${secret}`,
    companion: `svccompanion://bind?hub=${address}&code=${secret}`,
  }
}

export interface ListeningAt {
  publicUrl: string | undefined
  listenHost: string
  port: number
}

export interface ReachableAddress {
  /** Origin, without a slash at its end. */
  url: string
  kind: 'public' | 'network'
}

/** The origins under which another device can reach the hub, the public one first; none on loopback alone. */
export function reachableAddresses({ publicUrl, listenHost, port }: ListeningAt): ReachableAddress[] {
  const hosts = isWildcard(listenHost) ? networkHosts(listenHost) : isLoopback(listenHost) ? [] : [listenHost]
  // An address with a zone ends at this computer's link, and no link can name it.
  const network = hosts
    .filter((host) => !host.includes('%'))
    .map((host) => ({ url: originOf(host, port), kind: 'network' as const }))
  return publicUrl === undefined ? network : [{ url: new URL(publicUrl).origin, kind: 'public' }, ...network]
}

/** This computer alone. */
export const isLoopback = (host: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

const isWildcard = (host: string) => host === '0.0.0.0' || host === '::'

const originOf = (host: string, port: number) =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin

/** Every address this computer has now, loopback included. */
export const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))

/** This computer's own addresses; those of IPv6 only where we listen for it, and none that ends at the link. */
function networkHosts(wildcard: string): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family, address }) => {
      if (internal) return false
      return family === 'IPv4' || (wildcard === '::' && !address.startsWith('fe80'))
    })
    .map(({ address }) => address)
}
