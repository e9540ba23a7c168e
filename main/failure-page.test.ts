import { describe, expect, it } from 'vitest'
import { StartFailureCode } from '../contract/desktop.ts'
import type { Backup } from './backups.ts'
import { type Findings, failurePage } from './failure-page.ts'
import { textsFor } from './texts.ts'

const nothing: Findings = { answerer: undefined, holder: undefined, freePort: undefined, backups: [] }
const node = { pid: 7, name: 'node' }
const backup: Backup = {
  name: 'b.db',
  path: '/data/backups/b.db',
  madeAt: Date.UTC(2026, 0, 2),
  bytes: 3_000_000,
}
const facts = {
  message: 'In English.',
  dataFolder: '/data',
  settingsPath: '/data/settings.json',
  databasePath: '/data/hub.db',
  listenHost: '192.168.1.5',
  listenPort: 3006,
}
const page = (code: StartFailureCode, findings: Partial<Findings> = {}, language: 'en' | 'zh' = 'en') =>
  failurePage({ code, ...facts }, { ...nothing, ...findings }, { texts: textsFor(language), language })
const ways = (code: StartFailureCode, findings: Partial<Findings> = {}) => {
  const { action, others } = page(code, findings)
  return [action, ...others].map(({ id }) => id)
}

describe('the page of a failure', () => {
  it.each<[StartFailureCode, Partial<Findings>, string[]]>([
    ['port-taken', { answerer: 'other', holder: node, freePort: 3007 }, ['use-other-port', 'try-again']],
    [
      'port-taken',
      { answerer: 'hub', holder: node, freePort: 3007 },
      ['stop-other-copy', 'use-other-port', 'try-again'],
    ],
    ['port-taken', { answerer: 'hub', freePort: 3007 }, ['use-other-port', 'try-again']],
    ['port-taken', { answerer: 'nobody' }, ['try-again']],
    ['port-reserved', { freePort: 3050 }, ['use-other-port', 'try-again', 'open-folder']],
    ['address-bad', {}, ['listen-here-only', 'try-again', 'open-folder']],
    ['database-locked', { answerer: 'hub', holder: node }, ['stop-other-copy', 'try-again']],
    ['database-locked', { answerer: 'nobody' }, ['try-again']],
    ['database-damaged', { backups: [backup] }, ['restore-backup', 'open-folder', 'try-again']],
    ['database-damaged', {}, ['open-folder', 'try-again']],
    ['database-newer', { backups: [backup] }, ['restore-backup', 'open-folder', 'try-again']],
    ['settings-unreadable', {}, ['open-folder', 'try-again']],
    ['settings-newer', {}, ['open-folder', 'try-again']],
    ['data-folder-readonly', {}, ['try-again', 'open-folder']],
    ['disk-full', {}, ['try-again', 'open-folder']],
    ['unknown', {}, ['try-again', 'open-folder']],
  ])('%s with %j offers %j', (code, findings, expected) => {
    expect(ways(code, findings)).toEqual(expected)
  })

  it.each<[StartFailureCode, Partial<Findings>, string]>([
    ['port-taken', { answerer: 'hub' }, 'Another copy of Svc Hub already listens at 192.168.1.5:3006.'],
    ['port-taken', { answerer: 'hub', holder: node }, 'Its hub can be stopped here; a window of that copy'],
    [
      'port-taken',
      { answerer: 'other', holder: node },
      'The program “node” already listens at 192.168.1.5:3006',
    ],
    ['port-taken', { answerer: 'other' }, 'Another program already listens at 192.168.1.5:3006'],
    ['port-reserved', {}, '192.168.1.5:3006: the port is reserved'],
    ['address-bad', {}, 'listen at 192.168.1.5, which is no address of this computer'],
    ['database-locked', { answerer: 'hub' }, 'Another copy of Svc Hub is running'],
    ['database-locked', {}, 'Another program uses the database /data/hub.db'],
    ['database-damaged', {}, '/data/hub.db'],
    ['settings-unreadable', {}, '/data/settings.json'],
    ['data-folder-readonly', {}, 'cannot write to /data'],
    ['disk-full', {}, 'disk of /data'],
  ])('%s with %j says: %s', (code, findings, words) => {
    expect(page(code, findings).text).toContain(words)
  })

  it('promises to stop the other copy only where that is offered', () => {
    for (const code of ['port-taken', 'database-locked'] as const) {
      expect(page(code, { answerer: 'hub' }).text).not.toContain('stopped')
      expect(page(code, { answerer: 'hub', holder: node }).text).toContain('stopped')
    }
  })

  it('has a sentence of its own for every cause, in both languages', () => {
    for (const language of ['en', 'zh'] as const) {
      const texts = StartFailureCode.options.map((code) => page(code, {}, language).text)
      expect(new Set(texts).size).toBe(StartFailureCode.options.length)
    }
  })

  it('names the free port on the button', () => {
    expect(page('port-taken', { freePort: 3010 }).action.label).toBe('Use port 3010 instead')
    expect(page('port-taken', { freePort: 3010 }, 'zh').action.label).toContain('3010')
  })

  it('lists backups only where one can be restored', () => {
    expect(page('database-damaged', { backups: [backup] }).backups).toEqual([
      { name: 'b.db', label: expect.stringMatching(/2026.*2\.9 MB · b\.db/) },
    ])
    expect(page('disk-full', { backups: [backup] }).backups).toEqual([])
  })

  it('keeps the words of the hub for a report', () => {
    expect(page('unknown').details).toBe('In English.')
  })
})
