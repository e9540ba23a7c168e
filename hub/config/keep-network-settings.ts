import { once } from 'node:events'
import { createServer, isIP } from 'node:net'
import type { NetworkChange } from '../../contract/hub-configuration.ts'
import { HubError } from '../errors.ts'
import type { Config } from './config.ts'
import { changeSettingsFile, fixedByEnvironment } from './setting-refusals.ts'
import { SETTINGS, type StoredSettings } from './settings.ts'

const NETWORK_KEYS = ['listenHost', 'publicUrl'] as const
type NetworkKey = (typeof NETWORK_KEYS)[number]

/**
 * Keeps who reaches the hub in the settings file, whose other keys stay as they are; in force from the next
 * start. A public address of null leaves the file.
 * @throws HubError 400 for a value the settings do not take, or an address the next start could not listen at;
 *   409 for one that the environment fixes, or a file that cannot be read; nothing is kept then
 */
export async function keepNetworkSettings(
  { settingsFile, sources }: Pick<Config, 'settingsFile' | 'sources'>,
  change: NetworkChange,
): Promise<void> {
  const named = NETWORK_KEYS.filter((key) => change[key] !== undefined)
  for (const key of named) {
    if (sources[key] === 'environment') throw fixedByEnvironment(key)
  }
  const { listenHost, publicUrl } = change
  if (listenHost !== undefined) await requireListenHost(listenHost)
  if (typeof publicUrl === 'string') requirePublicUrl(publicUrl)
  await changeSettingsFile(() =>
    settingsFile.update((stored) => {
      const next: StoredSettings = { ...stored }
      if (listenHost !== undefined) next.listenHost = listenHost
      if (publicUrl !== undefined) next.publicUrl = publicUrl ?? undefined
      return NETWORK_KEYS.some((key) => next[key] !== stored[key]) ? next : stored
    }),
  )
}

/** A hub that cannot listen does not start, and whoever is far away then has no way to it. */
async function requireListenHost(host: string): Promise<void> {
  requireTaken('listenHost', host)
  // A name would mean what others say it means; an address with a zone has no place in a link.
  const isPlainAddress = host === 'localhost' || (isIP(host) !== 0 && !host.includes('%'))
  if (!isPlainAddress || !(await canListenAt(host))) {
    throw invalid('listenHost', 'must be an address of this computer')
  }
}

function requirePublicUrl(address: string): void {
  requireTaken('publicUrl', address)
  const { username, password } = new URL(address)
  // Nobody is told them: a link to the hub is only the origin.
  if (username !== '' || password !== '') throw invalid('publicUrl', 'must not hold a name or a password')
}

function requireTaken(key: NetworkKey, value: string): void {
  const { schema, expected } = SETTINGS[key]
  if (!schema.safeParse(value).success) throw invalid(key, `must be ${expected}`)
}

const invalid = (setting: NetworkKey, reason: string) =>
  new HubError(400, `${setting} ${reason}`, { details: { setting } })

/** Whether the system lets us listen there, found out on a port nobody uses. */
async function canListenAt(host: string): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(0, host), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
