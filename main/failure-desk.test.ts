import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ShellPage, StartFailure, StartFailureCode } from '../contract/desktop.ts'
import { FailureDesk, type FailureDeskParts } from './failure-desk.ts'
import type { StartOptions } from './hub-process.ts'
import { textsFor } from './texts.ts'

const SQLITE = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(500, 7)])

let folder: string
let starts: StartOptions[]
let pages: ShellPage[]
let opened: string[]
let stopped: boolean
let asked: string[]
let pageLoads: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-desk-'))
  starts = []
  pages = []
  opened = []
  asked = []
  pageLoads = 0
  stopped = true
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const desk = (more: Partial<FailureDeskParts> = {}) =>
  new FailureDesk({
    texts: textsFor('en'),
    language: 'en',
    whoAnswers: async (origin) => {
      asked.push(origin)
      return 'hub'
    },
    findPortHolder: async () => ({ pid: 7, name: 'node' }),
    findFreePort: async (_host, near) => near + 1,
    stopOtherCopy: async () => stopped,
    openFolder: (path) => opened.push(path),
    start: (options) => starts.push(options),
    loadPage: () => {
      pageLoads += 1
    },
    onPage: (page) => pages.push(page),
    ...more,
  })

const failure = (code: StartFailureCode): StartFailure => ({
  code,
  message: 'x',
  dataFolder: folder,
  databasePath: join(folder, 'hub.db'),
  listenHost: '0.0.0.0',
  listenPort: 3006,
})

describe('the desk of failures', () => {
  it('says at first that the hub starts', () => {
    expect(desk().page).toMatchObject({ view: 'starting', title: 'Starting…' })
  })

  it('looks into a failure before it says anything, at the address this computer itself reaches', async () => {
    const it = desk()
    await it.fail(failure('port-taken'))
    expect(it.page).toMatchObject({ view: 'failed', action: { id: 'stop-other-copy' } })
    expect(asked).toEqual(['http://127.0.0.1:3006'])
  })

  it('says nothing of a failure that is over by the time it was looked into', async () => {
    const it = desk()
    const looked = it.fail(failure('port-taken'))
    it.begin()
    await looked
    expect([it.page.view, pages]).toEqual(['starting', []])
  })

  it.each<[StartFailureCode, Parameters<FailureDesk['act']>[0], StartOptions]>([
    ['unknown', { action: 'try-again' }, {}],
    ['port-taken', { action: 'use-other-port' }, { keepPort: 3007 }],
    ['port-taken', { action: 'stop-other-copy' }, {}],
    ['address-bad', { action: 'listen-here-only' }, { listenHost: '127.0.0.1' }],
  ])('after %s starts again as %j asks', async (code, choice, options) => {
    const it = desk()
    await it.fail(failure(code))
    expect((await it.act(choice)).view).toBe('starting')
    expect(starts).toEqual([options])
  })

  it('says so when the other copy stays', async () => {
    stopped = false
    const it = desk()
    await it.fail(failure('database-locked'))
    expect(await it.act({ action: 'stop-other-copy' })).toMatchObject({
      note: expect.stringContaining('could not be stopped'),
    })
    expect(starts).toEqual([])
  })

  it('opens the data folder and stays', async () => {
    const it = desk()
    await it.fail(failure('settings-unreadable'))
    expect((await it.act({ action: 'open-folder' })).view).toBe('failed')
    expect([opened, starts]).toEqual([[folder], []])
  })

  it('says that the key store is waited for, until the hub starts', () => {
    const it = desk()
    it.waitForKeyStore()
    expect(it.page).toMatchObject({ view: 'starting', title: 'Waiting for the key store…' })
    it.begin()
    expect(pages.map(({ title }) => title)).toEqual(['Waiting for the key store…', 'Starting…'])
  })

  it('offers one way out of a page that keeps ending: to load it once more', async () => {
    const it = desk()
    it.breakPage({ times: 4, reason: 'crashed' })
    expect(it.page).toMatchObject({
      title: 'The page keeps closing',
      action: { id: 'try-again', label: 'Try again' },
      others: [],
      details: 'The page ended 4 times in a row (crashed).',
    })
    await it.act({ action: 'open-folder' })
    expect([it.page.view, pageLoads]).toEqual(['failed', 0])
    await it.act({ action: 'try-again' })
    expect([it.page.view, pageLoads, starts]).toEqual(['starting', 1, []])
  })

  it('does nothing when nothing has failed', async () => {
    const it = desk()
    expect((await it.act({ action: 'try-again' })).view).toBe('starting')
    expect(starts).toEqual([])
  })
})

describe('restoring a backup of a damaged database', () => {
  const damaged = 'this is not a database any more'
  let it_: FailureDesk

  beforeEach(async () => {
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', 'hub-good.db'), SQLITE)
    writeFileSync(join(folder, 'backups', 'holiday.db'), 'no database')
    writeFileSync(join(folder, 'backups', 'notes.txt'), SQLITE)
    writeFileSync(join(folder, 'hub.db'), damaged)
    copyFileSync(join(folder, 'backups', 'hub-good.db'), join(folder, 'hub.db.before-v3'))
    it_ = desk()
    await it_.fail(failure('database-damaged'))
  })

  it('offers what is a database, made on demand or before an upgrade', () => {
    const { backups } = it_.page as Extract<ShellPage, { view: 'failed' }>
    expect(backups.map(({ name }) => name).sort()).toEqual(['hub-good.db', 'hub.db.before-v3'])
  })

  it('lays a copy beside the database for the next start, which takes place', async () => {
    await it_.act({ action: 'restore-backup', backup: 'hub-good.db' })
    const staged = join(folder, 'hub.db.restore')
    expect(readFileSync(staged).equals(SQLITE)).toBe(true)
    if (process.platform !== 'win32') expect(statSync(staged).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'hub.db'), 'utf8')).toBe(damaged)
    expect(starts).toEqual([{}])
  })

  it.each(['holiday.db', '../../etc/passwd', 'none.db', undefined])('refuses %s', async (backup) => {
    const page = await it_.act({ action: 'restore-backup', ...(backup !== undefined && { backup }) })
    expect(page).toMatchObject({ note: expect.stringContaining('not restored') })
    expect([readdirSync(folder).includes('hub.db.restore'), starts]).toEqual([false, []])
  })

  it('refuses one that was spoilt after it was listed, and leaves nothing half-made', async () => {
    writeFileSync(join(folder, 'backups', 'hub-good.db'), 'spoilt')
    const page = await it_.act({ action: 'restore-backup', backup: 'hub-good.db' })
    expect(page).toMatchObject({ note: expect.stringContaining('the file is not a database') })
    expect(readdirSync(folder).filter((name) => name.includes('restore'))).toEqual([])
  })
})
