import type { DesktopState, UpdateState, WaitingItem, WorkingSession } from '../contract/desktop.ts'
import type { HubState } from './hub-process.ts'
import type { ShellSettings } from './shell-settings.ts'
import type { TrayFacts } from './tray-model.ts'

/** What the shell knows at a moment; both the tray and the page are drawn from it. */
export interface ShellFacts {
  version: string
  platform: string
  settings: ShellSettings
  hub: HubState
  waiting: readonly WaitingItem[]
  working: readonly WorkingSession[]
  update: UpdateState
  canStartAtLogin: boolean
  startAtLogin: boolean
  hasTray: boolean
  dataFolder: string
  logsFolder: string
  warnings: readonly string[]
  now: number
}

/** What the page of the hub is told. */
export function desktopStateOf(facts: ShellFacts): DesktopState {
  const { startAtLogin } = facts
  const { keepAwake, updates, hasAskedAboutLogin, trayNote } = facts.settings.values
  return {
    version: facts.version,
    platform: facts.platform,
    settings: { startAtLogin, keepAwake, updates },
    canStartAtLogin: facts.canStartAtLogin,
    asksAboutLogin: facts.canStartAtLogin && !hasAskedAboutLogin && !startAtLogin,
    hasTray: facts.hasTray,
    tellsAboutTray: trayNote === 'told',
    pausedUntil: pausedUntil(facts),
    update: facts.update,
    dataFolder: facts.dataFolder,
    logsFolder: facts.logsFolder,
    warnings: [...facts.settings.warnings, ...facts.warnings],
  }
}

/** What the tray is drawn from. */
export function trayFactsOf(facts: ShellFacts, locale: string): TrayFacts {
  const until = pausedUntil(facts)
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
  const isUp = facts.hub.status === 'running'
  return {
    hub: facts.hub.status,
    waiting: isUp ? facts.waiting : [],
    working: isUp ? facts.working.length : 0,
    pausedUntil: until === null ? undefined : time.format(until),
    startAtLogin: facts.startAtLogin,
    canStartAtLogin: facts.canStartAtLogin,
    update: facts.update,
  }
}

function pausedUntil({ settings, now }: ShellFacts): number | null {
  const until = settings.values.pausedUntil
  return until !== null && now < until ? until : null
}
