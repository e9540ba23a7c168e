import { BlockList, isIP } from 'node:net'

/**
 * Loopback, link-local, private, shared, multicast and reserved addresses, and IPv6 that carries an IPv4 one.
 * An IPv4-mapped address is judged as IPv4.
 */
const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv4')
}
for (const [address, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv6')
}

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/**
 * Whether the address names this machine or its network: an IP address that is not public, a name without a
 * dot, or one of a zone that is never public. Names are not looked up.
 */
export function isPrivateHost(address: string): boolean {
  // The parser has written numbers of every notation as an IP address.
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(host)
  if (family !== 0) return PRIVATE.check(host, family === 4 ? 'ipv4' : 'ipv6')
  return !host.includes('.') || PRIVATE_NAME.test(host)
}
