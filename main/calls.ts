import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, clipboard, dialog } from 'electron'
import { BACKUPS_FOLDER } from './backups.ts'
import type { CallHandlers } from './bridge.ts'
import { type DiagnosticFacts, diagnosticsReport } from './diagnostics.ts'
import { bundleName, diagnosticsBundle, readLogs } from './diagnostics-bundle.ts'
import { readHubFacts } from './hub-facts.ts'
import type { DesktopShell } from './shell.ts'
import type { ShellSettings } from './shell-settings.ts'
import { desktopStateOf } from './shell-state.ts'
import type { Texts } from './texts.ts'

export interface CallParts {
  shell: DesktopShell
  settings: ShellSettings
  /** What no report may show. */
  secrets(): readonly string[]
  texts: Texts
}

/** What answers each call of the window's page. */
export function callHandlers({ shell, settings, secrets, texts }: CallParts): CallHandlers {
  const state = () => desktopStateOf(shell.facts)
  return {
    accessToken() {
      if (shell.accessToken === undefined) throw new Error('there is no hub')
      return shell.accessToken
    },
    state() {
      shell.window.noteListening()
      return state()
    },
    changeSettings({ startAtLogin, keepAwake, updates }) {
      if (startAtLogin !== undefined) shell.setStartAtLogin(startAtLogin)
      if (keepAwake !== undefined) shell.setKeepAwake(keepAwake)
      if (updates !== undefined) {
        settings.change({ updates })
        shell.updates.setMode(updates)
        shell.refresh()
      }
      return state()
    },
    answerLoginQuestion({ startAtLogin }) {
      settings.change({ hasAskedAboutLogin: true })
      shell.setStartAtLogin(startAtLogin)
      return state()
    },
    dismissTrayNote() {
      settings.change({ trayNote: 'read' })
      return state()
    },
    pauseNotifications(input) {
      shell.pause(input.for)
      return state()
    },
    async checkForUpdates() {
      await shell.updates.check()
      return state()
    },
    async installUpdate() {
      await shell.updates.install()
      return state()
    },
    async restartHub() {
      await shell.supervisor.restart()
      return null
    },
    openFolder({ folder }) {
      const { dataFolder, logsFolder } = shell.facts
      const folders = { data: dataFolder, logs: logsFolder, backups: join(dataFolder, BACKUPS_FOLDER) }
      // The hub makes it with its first backup.
      if (folder === 'backups') mkdirSync(folders.backups, { recursive: true, mode: 0o700 })
      shell.openFolder(folders[folder])
      return null
    },
    async diagnosticsReport() {
      return diagnosticsReport(await diagnosticFacts(shell), secrets())
    },
    async copyDiagnosticsReport() {
      await clipboard.writeText(diagnosticsReport(await diagnosticFacts(shell), secrets()))
      return null
    },
    async saveDiagnostics() {
      const facts = await diagnosticFacts(shell)
      const { filePath, canceled } = await dialog.showSaveDialog({
        title: texts.saveDiagnostics,
        defaultPath: join(app.getPath('downloads'), bundleName(facts.at)),
        filters: [{ name: 'ZIP', extensions: ['zip'] }],
      })
      if (canceled || filePath === '') return null
      writeFileSync(filePath, diagnosticsBundle(facts, secrets()), { mode: 0o600 })
      return { path: filePath }
    },
    shellPage: () => shell.desk.page,
    actOnFailure: (choice) => shell.desk.act(choice),
  }
}

async function diagnosticFacts(shell: DesktopShell): Promise<DiagnosticFacts> {
  const { facts } = shell
  const { hub } = facts
  const ready = hub.status === 'running' ? hub.ready : undefined
  const origin = shell.hubOrigin
  const { settings } = desktopStateOf(facts)
  return {
    at: facts.now,
    versions: {
      'Svc Hub': facts.version,
      Electron: process.versions.electron,
      Chromium: process.versions.chrome,
      Node: process.versions.node,
    },
    system: `${process.platform} ${process.getSystemVersion()} ${process.arch}`,
    isPackaged: app.isPackaged,
    settings,
    update: facts.update,
    hasTray: facts.hasTray,
    dataFolder: facts.dataFolder,
    logsFolder: facts.logsFolder,
    hub: {
      status: hub.status,
      origin: ready?.origin,
      failure: hub.status === 'failed' ? hub.failure : undefined,
      restarts: shell.restarts,
    },
    ...(await readHubFacts(ready && origin ? { origin, accessToken: ready.accessToken } : undefined)),
    logs: readLogs(facts.logsFolder),
    warnings: facts.warnings,
  }
}
