import { networkInterfaces } from 'node:os'
// biome-ignore lint/style/noRestrictedImports: without a window the terminal is where pairing codes can be shown
import { renderUnicodeCompact } from 'uqr'
import { pairingLinks } from './pairing.ts'

export interface StartupFacts {
  /** Where the hub listens. */
  origin: string
  publicUrl: string | undefined
  /** The hub base token. */
  token: string
  isTokenNew: boolean
  settingsPath: string
  /** Somebody is looking: stdout is a terminal. */
  isTerminal: boolean
  /** `SVC_PRINT_PAIRING=1`: the codes are wanted although stdout may be a log. */
  printPairing: boolean
}

/**
 * What a hub without a window prints once it is up: its address, and on a terminal the two pairing codes.
 * The token stands in it as text only on the terminal that saw it being generated.
 */
export function startupReport(facts: StartupFacts): string {
  const { origin, token, isTerminal, printPairing, settingsPath } = facts
  const address = pairingAddress(facts)
  const lines = [`Svc Hub listens at ${origin}`]
  if (address !== origin) lines.push(`Others reach it at ${address}`)
  if (isTerminal || printPairing) lines.push(...pairingCodes(address, token))
  else lines.push('Set SVC_PRINT_PAIRING=1 to print the pairing codes here; they contain the access token.')
  lines.push(
    isTerminal && facts.isTokenNew
      ? `Access token, shown this once: ${token} (kept in ${settingsPath})`
      : `Access token: ${token.slice(0, 4)}… (in full in ${settingsPath})`,
  )
  return `${lines.join('\n')}\n`
}

function pairingCodes(address: string, token: string): string[] {
  const { web, companion } = pairingLinks(address, token)
  const code = (text: string) => renderUnicodeCompact(text, { border: 1, ecc: 'L' })
  const lines = ['', 'Pair a browser:', code(web), 'Pair the companion app:', code(companion), '']
  if (isLoopback(address)) {
    lines.push(
      'A phone cannot reach this address: set listenHost (SVC_LISTEN_HOST) or publicUrl (SVC_PUBLIC_URL).',
    )
  }
  return lines
}

/** The public address where there is one, else the one we listen at; for a wildcard, this machine's own. */
function pairingAddress({ publicUrl, origin }: StartupFacts): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  const url = new URL(origin)
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = networkAddress() ?? 'localhost'
  return url.origin
}

function networkAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

const isLoopback = (address: string) => /^(localhost|127\.|\[::1\])/.test(new URL(address).host)
