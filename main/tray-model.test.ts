import { describe, expect, it } from 'vitest'
import type { UpdateState, WaitingItem } from '../contract/desktop.ts'
import { textsFor } from './texts.ts'
import { TRAY_ITEMS_MAX, type TrayEntry, type TrayFacts, trayModel } from './tray-model.ts'

const texts = textsFor('en')
const item = (requestId: string, more: Partial<WaitingItem> = {}): WaitingItem => ({
  sessionId: 's 1',
  requestId,
  sessionName: 'Claude - Shop',
  kind: 'permission',
  text: 'Bash: npm test',
  ...more,
})
const model = (facts: Partial<TrayFacts> = {}) =>
  trayModel(
    {
      hub: 'running',
      waiting: [],
      working: 0,
      pausedUntil: undefined,
      startAtLogin: false,
      canStartAtLogin: true,
      update: { status: 'unsupported' },
      ...facts,
    },
    texts,
  )

/** The menu as text: a submenu indented, a line as a dash. */
const outline = (entries: TrayEntry[]): string[] =>
  entries.flatMap((entry) => {
    if (entry.kind === 'line') return ['-']
    const label = entry.kind === 'check' ? `[${entry.isOn ? 'x' : ' '}] ${entry.label}` : entry.label
    return entry.kind === 'menu' ? [label, ...outline(entry.entries).map((line) => `  ${line}`)] : [label]
  })

const find = (entries: TrayEntry[], label: string): TrayEntry | undefined =>
  entries
    .flatMap((entry) => (entry.kind === 'menu' ? [entry, ...entry.entries] : [entry]))
    .find((entry) => 'label' in entry && entry.label === label)

describe('the tray icon', () => {
  it.each<[Partial<TrayFacts>, string, string]>([
    [{}, 'running', 'Svc Hub is running'],
    [{ working: 1 }, 'running', 'Svc Hub is running · 1 agent is working'],
    [{ working: 3 }, 'running', 'Svc Hub is running · 3 agents are working'],
    [{ waiting: [item('r')], working: 1 }, 'needs-you', 'Svc Hub is running · 1 request waits for you'],
    [{ hub: 'starting' }, 'starting', 'Svc Hub is starting'],
    [{ hub: 'restarting', waiting: [item('r')] }, 'starting', 'Svc Hub is starting'],
    [{ hub: 'failed' }, 'problem', 'Svc Hub has a problem'],
  ])('of %j is %s', (facts, icon, tooltip) => {
    expect([model(facts).icon, model(facts).tooltip]).toEqual([icon, tooltip])
  })
})

describe('the tray menu', () => {
  it('of a hub that runs', () => {
    expect(outline(model().entries)).toEqual([
      'Open Svc Hub',
      '-',
      'Pair a phone…',
      'Pause notifications',
      '  For an hour',
      '  Until tomorrow',
      '[ ] Start at login',
      '-',
      'Quit Svc Hub',
    ])
  })

  it('of a hub that failed offers to start it again and nothing that needs it', () => {
    expect(outline(model({ hub: 'failed', waiting: [item('r')] }).entries).slice(0, 4)).toEqual([
      'Open Svc Hub',
      '-',
      'Restart the hub',
      'Pause notifications',
    ])
  })

  it('allows and denies what waits; a question is answered in the window', () => {
    const waiting = [item('r'), item('q', { kind: 'question', text: 'Which?', sessionName: 'Codex - Blog' })]
    const { entries } = model({ waiting })
    expect(outline(entries).slice(1, 10)).toEqual([
      '-',
      'Waiting for you',
      'Claude - Shop: Bash: npm test',
      '  Allow',
      '  Deny',
      '  -',
      '  Open Svc Hub',
      'Codex - Blog: Which?',
      '  Answer…',
    ])
    const decide = { type: 'decide', sessionId: 's 1', requestId: 'r' }
    expect(find(entries, 'Allow')).toMatchObject({ action: { ...decide, allow: true } })
    expect(find(entries, 'Deny')).toMatchObject({ action: { ...decide, allow: false } })
    expect(find(entries, 'Answer…')).toMatchObject({ action: { type: 'open', path: '/sessions/s%201' } })
  })

  it('names the first few that wait and counts the others', () => {
    const waiting = Array.from({ length: TRAY_ITEMS_MAX + 3 }, (_, index) => item(`r${index}`))
    const labels = outline(model({ waiting }).entries)
    expect(labels.filter((label) => label.startsWith('Claude'))).toHaveLength(TRAY_ITEMS_MAX)
    expect(labels).toContain('3 more…')
  })

  it('keeps an entry to one line', () => {
    const { entries } = model({ waiting: [item('r', { text: `rm -rf\n${'🦊'.repeat(100)}` })] })
    const label = outline(entries)[3] ?? ''
    expect([[...label].length, label.includes('\n'), label.endsWith('🦊…')]).toEqual([60, false, true])
  })

  it('says until when notifications are paused and lets them go on', () => {
    const { entries } = model({ pausedUntil: '14:05' })
    expect(outline(entries)).toContain('Notifications paused until 14:05')
    expect(find(entries, 'Resume notifications')).toMatchObject({ action: { type: 'pause', for: 'off' } })
  })

  it('turns starting at login around, where the system has that', () => {
    expect(find(model({ startAtLogin: true }).entries, 'Start at login')).toMatchObject({
      isOn: true,
      action: { type: 'start-at-login', on: false },
    })
    expect(find(model({ canStartAtLogin: false }).entries, 'Start at login')).toBeUndefined()
  })

  it.each<[UpdateState, string | undefined]>([
    [{ status: 'unsupported' }, undefined],
    [{ status: 'idle', checkedAt: null }, 'Check for updates'],
    [{ status: 'available', version: '2.0.0' }, 'Install version 2.0.0'],
    [{ status: 'ready', version: '2.0.0' }, 'Install version 2.0.0'],
    [{ status: 'failed', reason: 'busy' }, 'Check for updates'],
  ])('with updates %j offers %s', (update, label) => {
    const labels = outline(model({ update }).entries)
    expect(labels.find((found) => /update|version/i.test(found))).toBe(label)
  })
})
