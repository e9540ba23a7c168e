/** Groups of an IPv6 address that name its network; the rest tells one device of it from another. */
const NETWORK_GROUPS = 4

/** An IPv4 address that arrived on an IPv6 socket, without its prefix. */
export const plainAddress = (address: string) =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address

/** Of a plain address: whoever comes from it is on this computer, or came through a tunnel that ends here. */
export const isLoopbackAddress = (address: string) => address === '::1' || address.startsWith('127.')

/**
 * The network an address is in, such as `192.168.1.x`: enough for its owner to know it by. Null for loopback,
 * which says nothing about where somebody is, and for an address that is none.
 */
export function shortenedAddress(remote: string | undefined): string | null {
  const address = plainAddress(remote ?? '')
  if (isLoopbackAddress(address)) return null
  if (/^\d+(\.\d+){3}$/.test(address)) return address.replace(/\d+$/, 'x')
  return address.includes(':') ? `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}:…` : null
}

/** The groups of an IPv6 address, those that `::` stands for included. */
function groupsOf(address: string): string[] {
  const [withoutZone = ''] = address.split('%')
  const [head = '', tail] = withoutZone.split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  if (!left || !right || tail === undefined) return left ?? []
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
}
