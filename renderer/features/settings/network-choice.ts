import type {
  ConfigurationEntry,
  HubConfiguration,
  PushTransportsChange,
} from '../../../contract/hub-configuration.ts'
import { isLoopbackHost } from '../pairing/pairing-address.ts'

/** Who may come: this computer alone, its network too, or whoever reaches the one address it listens at. */
export type ListenChoice = 'here' | 'network' | 'other'

/** What the two choices are in the settings file. */
export const LISTEN_HOSTS = { here: '127.0.0.1', network: '0.0.0.0' } as const

export function listenChoice(host: string): ListenChoice {
  if (host === '::1' || isLoopbackHost(host)) return 'here'
  return host === '0.0.0.0' || host === '::' ? 'network' : 'other'
}

/** A setting by its name; undefined for a hub that does not have it. */
export const entryOf = (
  { entries }: HubConfiguration,
  key: 'listenHost' | 'listenPort' | 'publicUrl' | keyof PushTransportsChange,
) => entries.find((entry) => entry.key === key)

/** What was chosen, in force or waiting for the next start; empty when nothing is. */
export const chosenValue = ({ needsRestart, value, valueAfterRestart }: ConfigurationEntry) =>
  (needsRestart ? valueAfterRestart : value) ?? ''

/** What somebody typed as the address others use. */
export type TypedAddress = { url: string } | { problem: 'invalid' | 'this-computer' }

/** Reads the address of a hub; one of this computer leads phones to themselves. */
export function readAddress(text: string): TypedAddress {
  const url = readWebAddress(text)
  if (url === undefined) return { problem: 'invalid' }
  return isLoopbackHost(new URL(url).hostname) ? { problem: 'this-computer' } : { url }
}

/**
 * Reads an address as people type it: `https://` may be missing, and what follows the path does not matter.
 * Undefined for what is no address of a service, and for one with a name or a password in it.
 */
export function readWebAddress(text: string): string | undefined {
  const written = text.trim()
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`
  if (!URL.canParse(full)) return undefined
  const url = new URL(full)
  const isWeb = /^https?:$/.test(url.protocol) && (/[.:]/.test(url.hostname) || isLoopbackHost(url.hostname))
  if (!isWeb || url.username !== '' || url.password !== '') return undefined
  return url.origin + url.pathname.replace(/\/+$/, '')
}
