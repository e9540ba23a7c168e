import type { PauseFor, UpdateState, WaitingItem } from '../contract/desktop.ts'
import type { HubState } from './hub-process.ts'
import type { Texts } from './texts.ts'

/** Each has a picture of its own shape. */
export type TrayIcon = 'running' | 'needs-you' | 'starting' | 'problem'

/** What choosing an entry of the menu does. */
export type TrayAction =
  | { type: 'open'; path?: string }
  | { type: 'decide'; sessionId: string; requestId: string; allow: boolean }
  | { type: 'pause'; for: PauseFor }
  | { type: 'start-at-login'; on: boolean }
  | { type: 'check-for-updates' }
  | { type: 'install-update' }
  | { type: 'restart-hub' }
  | { type: 'quit' }

export type TrayEntry =
  | { kind: 'line' }
  | { kind: 'note'; label: string }
  | { kind: 'action'; label: string; action: TrayAction }
  | { kind: 'check'; label: string; isOn: boolean; action: TrayAction }
  | { kind: 'menu'; label: string; entries: TrayEntry[] }

export interface TrayModel {
  icon: TrayIcon
  tooltip: string
  entries: TrayEntry[]
}

export interface TrayFacts {
  hub: HubState['status']
  waiting: readonly WaitingItem[]
  working: number
  /** Already shown as a time of day; undefined while notifications are not paused. */
  pausedUntil: string | undefined
  startAtLogin: boolean
  canStartAtLogin: boolean
  update: UpdateState
}

/** More than these fill the screen; the window shows all. */
export const TRAY_ITEMS_MAX = 6
const LABEL_MAX = 60

/** What the tray shows: a pure function of what is the case. */
export function trayModel(facts: TrayFacts, texts: Texts): TrayModel {
  const icon = iconOf(facts)
  return { icon, tooltip: tooltipOf(icon, facts, texts.tray), entries: entriesOf(facts, texts.tray) }
}

function iconOf({ hub, waiting }: TrayFacts): TrayIcon {
  if (hub === 'failed') return 'problem'
  if (hub !== 'running') return 'starting'
  return waiting.length > 0 ? 'needs-you' : 'running'
}

function tooltipOf(icon: TrayIcon, { waiting, working }: TrayFacts, texts: Texts['tray']): string {
  if (icon === 'problem') return texts.problem
  if (icon === 'starting') return texts.starting
  if (icon === 'needs-you') return `${texts.running} · ${texts.needsYou(waiting.length)}`
  return working > 0 ? `${texts.running} · ${texts.working(working)}` : texts.running
}

function entriesOf(facts: TrayFacts, texts: Texts['tray']): TrayEntry[] {
  const { hub, startAtLogin, canStartAtLogin } = facts
  const isUp = hub === 'running'
  return [
    { kind: 'action', label: texts.open, action: { type: 'open' } },
    ...(isUp ? waitingEntries(facts.waiting, texts) : []),
    { kind: 'line' },
    ...(isUp
      ? [{ kind: 'action', label: texts.pair, action: { type: 'open', path: '/pair' } } as const]
      : hub === 'failed'
        ? [{ kind: 'action', label: texts.restartHub, action: { type: 'restart-hub' } } as const]
        : []),
    ...pauseEntries(facts, texts),
    ...(canStartAtLogin
      ? [
          {
            kind: 'check',
            label: texts.startAtLogin,
            isOn: startAtLogin,
            action: { type: 'start-at-login', on: !startAtLogin },
          } as const,
        ]
      : []),
    ...updateEntries(facts.update, texts),
    { kind: 'line' },
    { kind: 'action', label: texts.quit, action: { type: 'quit' } },
  ]
}

function waitingEntries(waiting: readonly WaitingItem[], texts: Texts['tray']): TrayEntry[] {
  if (waiting.length === 0) return []
  const more = waiting.length - TRAY_ITEMS_MAX
  return [
    { kind: 'line' },
    { kind: 'note', label: texts.waiting },
    ...waiting.slice(0, TRAY_ITEMS_MAX).map((item) => waitingEntry(item, texts)),
    ...(more > 0
      ? [{ kind: 'action', label: texts.moreWaiting(more), action: { type: 'open', path: '/' } } as const]
      : []),
  ]
}

function waitingEntry(item: WaitingItem, texts: Texts['tray']): TrayEntry {
  const { sessionId, requestId, kind, sessionName, text } = item
  const label = cut(`${sessionName}: ${text}`)
  const open: TrayEntry = {
    kind: 'action',
    label: kind === 'question' ? texts.answerInWindow : texts.open,
    action: { type: 'open', path: `/sessions/${encodeURIComponent(sessionId)}` },
  }
  if (kind === 'question') return { kind: 'menu', label, entries: [open] }
  const decide = (allow: boolean): TrayEntry => ({
    kind: 'action',
    label: allow ? texts.allow : texts.deny,
    action: { type: 'decide', sessionId, requestId, allow },
  })
  return { kind: 'menu', label, entries: [decide(true), decide(false), { kind: 'line' }, open] }
}

function pauseEntries({ pausedUntil }: TrayFacts, texts: Texts['tray']): TrayEntry[] {
  const pause = (label: string, length: PauseFor): TrayEntry => ({
    kind: 'action',
    label,
    action: { type: 'pause', for: length },
  })
  if (pausedUntil === undefined) {
    const entries = [pause(texts.pauseHour, 'hour'), pause(texts.pauseTomorrow, 'tomorrow')]
    return [{ kind: 'menu', label: texts.pause, entries }]
  }
  return [{ kind: 'note', label: texts.pausedUntil(pausedUntil) }, pause(texts.resume, 'off')]
}

function updateEntries(update: UpdateState, texts: Texts['tray']): TrayEntry[] {
  if (update.status === 'unsupported') return []
  if (update.status === 'available' || update.status === 'ready') {
    return [
      { kind: 'action', label: texts.installUpdate(update.version), action: { type: 'install-update' } },
    ]
  }
  return [{ kind: 'action', label: texts.checkForUpdates, action: { type: 'check-for-updates' } }]
}

/** One line; a menu has no room for more. */
function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > LABEL_MAX ? `${letters.slice(0, LABEL_MAX - 1).join('')}…` : line
}
