import type { DesktopShell } from './shell.ts'
import type { TrayAction } from './tray-model.ts'

/** Does what somebody chose in the tray's menu. */
export function runTrayAction(shell: DesktopShell, action: TrayAction): void {
  switch (action.type) {
    case 'open':
      return shell.window.show(action.path)
    case 'decide':
      return shell.decide(action, action.allow)
    case 'pause':
      return shell.pause(action.for)
    case 'start-at-login':
      return shell.setStartAtLogin(action.on)
    case 'check-for-updates':
      return void shell.updates.check()
    case 'install-update':
      return void shell.updates.install()
    case 'restart-hub':
      return void shell.supervisor.restart()
    case 'quit':
      return void shell.quit.request()
  }
}
