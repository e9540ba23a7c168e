import { once } from 'node:events'
import { createServer, isIP } from 'node:net'
import type { NetworkChange } from '../../contract/hub-configuration.ts'
import type { Config } from './config.ts'
import { invalidSetting, keepSettings, requireNoCredentials } from './keep-settings.ts'

/**
 * Keeps who reaches the hub. A public address of null leaves the file.
 * @throws HubError as `keepSettings`; 400 also for an address the next start could not listen at
 */
export function keepNetworkSettings(
  config: Pick<Config, 'settingsFile' | 'sources'>,
  change: NetworkChange,
): Promise<void> {
  return keepSettings<'listenHost' | 'publicUrl'>(config, change, async ({ listenHost, publicUrl }) => {
    if (typeof listenHost === 'string') await requireListenHost(listenHost)
    // Nobody is told them: a link to the hub is only the origin.
    if (typeof publicUrl === 'string') requireNoCredentials('publicUrl', publicUrl)
  })
}

/** A hub that cannot listen does not start, and whoever is far away then has no way to it. */
async function requireListenHost(host: string): Promise<void> {
  // A name would mean what others say it means; an address with a zone has no place in a link.
  const isPlainAddress = host === 'localhost' || (isIP(host) !== 0 && !host.includes('%'))
  if (!isPlainAddress || !(await canListenAt(host))) {
    throw invalidSetting('listenHost', 'must be an address of this computer')
  }
}

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
