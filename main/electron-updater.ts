import type { AppUpdater } from 'electron-updater'
import type { UpdateSource } from './updates.ts'

/** A line for the log of the app. */
type WriteLine = (line: string) => void

/** What matters here of Electron's own updater, which installs on macOS. */
export interface Squirrel {
  on(event: 'update-downloaded', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'update-downloaded', listener: () => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

export interface UpdaterTraits {
  /** See `UpdateSource`. */
  needsPassword: boolean
  /** On macOS, where it takes over what was downloaded. */
  squirrel: Squirrel | undefined
}

/**
 * Updates by electron-updater, from where the release was published; undefined where a copy of this kind cannot
 * update itself, such as one that was unpacked by hand. To be asked for in a packaged app only: the package is
 * loaded here and reads Electron's `app` at once.
 */
export async function createUpdateSource(writeLine: WriteLine): Promise<UpdateSource | undefined> {
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  const line = (message?: unknown) => writeLine(`updates: ${String(message)}`)
  autoUpdater.logger = { info: line, warn: line, error: line, debug: () => {} }
  if (!autoUpdater.isUpdaterActive()) return undefined
  return updateSourceOf(autoUpdater, {
    // What is not an AppImage there was installed by the system's package manager.
    needsPassword: process.platform === 'linux' && process.env.APPIMAGE === undefined,
    squirrel: process.platform === 'darwin' ? (await import('electron')).autoUpdater : undefined,
  })
}

/** The updates that this updater finds; it does nothing by itself from here on. */
export function updateSourceOf(
  updater: AppUpdater,
  { needsPassword, squirrel }: UpdaterTraits,
): UpdateSource {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  // Failures come out of the promises; without a listener Node would end the app for the event.
  updater.on('error', () => {})
  return {
    check: async () => {
      const result = await updater.checkForUpdates()
      return result?.isUpdateAvailable ? result.updateInfo.version : undefined
    },
    download: async (onProgress) => {
      const report = ({ percent }: { percent: number }) => onProgress(percent)
      updater.on('download-progress', report)
      const taken = squirrel && takeOver(squirrel)
      try {
        await Promise.all([updater.downloadUpdate(), taken?.over])
      } finally {
        updater.off('download-progress', report)
        taken?.forget()
      }
    },
    quitAndInstall: (onFailure) => {
      updater.once('error', onFailure)
      updater.quitAndInstall(true, true)
    },
    installOnQuit: (wanted) => {
      updater.autoInstallOnAppQuit = wanted
    },
    needsPassword,
  }
}

/**
 * Squirrel unpacks the update and looks at its signature only after electron-updater counts it as downloaded. What
 * it thinks of it must be known before the app stops anything in order to install. It is asked only where
 * `installOnQuit` is wanted during the download.
 */
function takeOver(squirrel: Squirrel): { over: Promise<void>; forget(): void } {
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const succeed = () => resolve()
  squirrel.on('update-downloaded', succeed)
  squirrel.on('error', reject)
  return {
    over,
    forget: () => {
      squirrel.removeListener('update-downloaded', succeed)
      squirrel.removeListener('error', reject)
    },
  }
}
