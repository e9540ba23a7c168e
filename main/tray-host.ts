import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const WITHIN_MS = 2000
const QUESTION = [
  'call',
  '--session',
  '--dest=org.freedesktop.DBus',
  '--object-path=/org/freedesktop/DBus',
  '--method=org.freedesktop.DBus.NameHasOwner',
  'org.kde.StatusNotifierWatcher',
]

/**
 * Whether the desktop shows tray icons. On Linux some do not, and nobody says so to the one who makes an icon;
 * undefined where that cannot be found out. Never throws.
 */
export async function hasTrayHost(
  platform: NodeJS.Platform = process.platform,
): Promise<boolean | undefined> {
  if (platform !== 'linux') return true
  try {
    const { stdout } = await promisify(execFile)('gdbus', QUESTION, { timeout: WITHIN_MS })
    return stdout.includes('true')
  } catch {
    return undefined
  }
}
