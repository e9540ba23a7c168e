import type { UpdateSource } from './updates.ts'

/** A line for the log of the app. */
type WriteLine = (line: string) => void

/**
 * Updates by electron-updater, from where the release was published; undefined where a copy of this kind cannot
 * update itself, such as one that was unpacked by hand. To be asked for in a packaged app only: the package is
 * loaded here and reads Electron's `app` at once.
 */
export async function createUpdateSource(writeLine: WriteLine): Promise<UpdateSource | undefined> {
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = false
  const line = (message?: unknown) => writeLine(`updates: ${String(message)}`)
  autoUpdater.logger = { info: line, warn: line, error: line, debug: () => {} }
  if (!autoUpdater.isUpdaterActive()) return undefined
  // Failures come out of the promises; without a listener Node would end the app for the event.
  autoUpdater.on('error', () => {})
  return {
    check: async () => {
      const result = await autoUpdater.checkForUpdates()
      return result?.isUpdateAvailable ? result.updateInfo.version : undefined
    },
    download: async (onProgress) => {
      const report = ({ percent }: { percent: number }) => onProgress(percent)
      autoUpdater.on('download-progress', report)
      try {
        await autoUpdater.downloadUpdate()
      } finally {
        autoUpdater.off('download-progress', report)
      }
    },
    quitAndInstall: (onFailure) => {
      autoUpdater.once('error', onFailure)
      autoUpdater.quitAndInstall(true, true)
    },
    installOnQuit: (wanted) => {
      autoUpdater.autoInstallOnAppQuit = wanted
    },
    // What is not an AppImage there was installed by the system's package manager.
    needsPassword: process.platform === 'linux' && process.env.APPIMAGE === undefined,
  }
}
