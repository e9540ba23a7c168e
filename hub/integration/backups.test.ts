import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  BACKUPS_KEPT,
  type Backup,
  cancelRestore,
  compactStorage,
  getStorageInfo,
  listBackups,
  makeBackup,
  restoreBackup,
} from '../../contract/storage.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { HubScene } from '../testing/hub-scene.ts'
import type { TestClient } from '../testing/test-client.ts'

let scene: HubScene
let api: TestClient
let databasePath: string
let backupFolder: string
beforeEach(async () => {
  scene = await HubScene.open()
  api = scene.api
  databasePath = scene.hub.config.databasePath
  backupFolder = join(dirname(databasePath), 'backups')
})
afterEach(() => scene.close())

const list = () => api.call(listBackups)
const make = () => api.call(makeBackup)
const restore = (name: string) => api.call(restoreBackup, { params: { name } })
const post = (path: string) => scene.raw('POST', path)
const pathOf = ({ name }: Pick<Backup, 'name'>) => join(backupFolder, name)
const temporaries = () =>
  [dirname(databasePath), backupFolder].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('.tmp')) : [],
  )
async function restart(meanwhile?: () => void): Promise<void> {
  await scene.hub.restart(meanwhile)
  api = await scene.hub.client()
}
/** What SQLite says of a file, and how many messages it holds. */
function inspect(path: string): { integrity: unknown; messages: unknown } {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      messages: db.prepare('SELECT count(*) FROM messages').pluck().get(),
    }
  } finally {
    db.close()
  }
}
const sayMany = async (count: number, prefix: string) => {
  const agent = await scene.session()
  for (let index = 0; index < count; index += 1) {
    const message = {
      role: 'agent',
      content: {
        type: 'codex',
        data: { type: 'message', message: `${prefix} ${index} ${'filler '.repeat(500)}` },
      },
    }
    agent.socket.emit('message', { sid: agent.id, message })
  }
  await agent.flush()
  return agent
}

describe('a backup', () => {
  it('is one private file that holds what was stored, and is listed', async () => {
    await sayMany(50, 'kept')
    const backup = await make()
    expect([
      inspect(pathOf(backup)),
      statSync(pathOf(backup)).mode & 0o777,
      readdirSync(backupFolder),
    ]).toEqual([{ integrity: 'ok', messages: 50 }, 0o600, [backup.name]])
    expect(await list()).toEqual({
      backups: [backup],
      folder: backupFolder,
      running: null,
      staged: null,
      lastRestore: null,
    })
    expect(backup).toEqual({
      name: expect.stringMatching(/^hub-\d{8}T\d{9}Z\.db$/),
      kind: 'manual',
      createdAt: scene.now,
      sizeBytes: statSync(pathOf(backup)).size,
    })
  })

  it('is what was there when it began, while the hub goes on writing', async () => {
    const agent = await sayMany(800, 'before')
    const made = make()
    let isMade = false
    void made.then(() => {
      isMade = true
    })
    for (let index = 0; !isMade; index += 1) await agent.say(`during ${index}`)
    const { messages, integrity } = inspect(pathOf(await made))
    await agent.say('after')
    const stored = dumpTables(scene.hub).messages?.length ?? 0
    expect([integrity, (messages as number) >= 800, (messages as number) < stored]).toEqual([
      'ok',
      true,
      true,
    ])
  })

  it('is made once for all who ask at once', async () => {
    await sayMany(300, 'x')
    const [one, two] = await Promise.all([make(), make()])
    expect([one, (await list()).backups]).toEqual([two, [one]])
  })

  it('is dropped when enough newer ones were made by hand', async () => {
    const first = await make()
    for (let count = 0; count < BACKUPS_KEPT; count += 1) {
      scene.hub.clock.advance(1000)
      await make()
    }
    const { backups } = await list()
    expect([backups.length, backups.map(({ name }) => name).includes(first.name)]).toEqual([
      BACKUPS_KEPT,
      false,
    ])
  })

  it('that cannot be written is refused in words, and the next one works', async () => {
    writeFileSync(backupFolder, 'in the way')
    expect(await post('/api/owner/backups')).toEqual({
      status: 409,
      body: { error: expect.stringContaining('cannot be written'), code: 'data_folder_readonly' },
    })
    rmSync(backupFolder)
    expect((await make()).kind).toBe('manual')
  })

  it('is not made, shown or restored for others', async () => {
    const { name } = await make()
    const answers = await Promise.all([
      scene.stranger.raw('GET', '/api/owner/backups'),
      scene.stranger.raw('POST', '/api/owner/backups'),
      scene.stranger.raw('POST', `/api/owner/backups/${name}/restore`),
      scene.stranger.raw('DELETE', '/api/owner/restore'),
      scene.stranger.raw('POST', '/api/owner/storage/compact'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})

describe('a restore', () => {
  it('puts back every row at the next start, and sets aside what was there', async () => {
    await sayMany(20, 'kept')
    const before = dumpTables(scene.hub)
    const backup = await make()
    await sayMany(30, 'later')
    const later = dumpTables(scene.hub)
    await restore(backup.name)
    expect((await list()).staged).toEqual({ since: expect.any(Number), sizeBytes: backup.sizeBytes })
    await restart()
    expect(dumpTables(scene.hub)).toEqual(before)
    const { staged, lastRestore, backups } = await list()
    const aside = backups.find(({ kind }) => kind === 'set-aside')
    expect([staged, lastRestore, aside?.sizeBytes]).toEqual([null, 'restored', expect.any(Number)])

    await restore(aside?.name ?? '')
    await restart()
    expect(dumpTables(scene.hub).messages).toEqual(later.messages)
  })

  it('happens once', async () => {
    await restore((await make()).name)
    await restart()
    const agent = await scene.session()
    await agent.say('after')
    await restart()
    expect([dumpTables(scene.hub).messages?.length, (await list()).lastRestore]).toEqual([1, null])
  })

  it('can be taken back', async () => {
    await restore((await make()).name)
    const agent = await scene.session()
    await agent.say('stays')
    await api.call(cancelRestore)
    await api.call(cancelRestore)
    await restart()
    expect([dumpTables(scene.hub).messages?.length, (await list()).staged]).toEqual([1, null])
  })

  it.each([
    ['a name of none', 'hub-20200101T000000000Z.db'],
    ['a way out of the folder', '..%2Fhub.db'],
    ['the database itself', 'hub.db'],
    ['another file', 'settings.json'],
  ])('is refused for %s', async (_, name) => {
    expect((await post(`/api/owner/backups/${name}/restore`)).status).toBe(404)
  })

  const spoilt: [string, (path: string) => void, string][] = [
    [
      'is no database',
      (path) => writeFileSync(path, 'plainly not a database '.repeat(1000)),
      'backup_damaged',
    ],
    ['is empty', (path) => writeFileSync(path, ''), 'backup_foreign'],
    ['is cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 40_000)), 'backup_damaged'],
    [
      'is damaged in the middle',
      (path) => {
        const bytes = readFileSync(path)
        bytes.fill(0xa5, 20_000, bytes.length - 20_000)
        writeFileSync(path, bytes)
      },
      'backup_damaged',
    ],
    ['is newer', (path) => change(path, 'PRAGMA user_version = 999'), 'backup_newer'],
    ['is of another program', (path) => change(path, 'DROP TABLE messages'), 'backup_foreign'],
  ]
  it.each(spoilt)('of a file that %s is refused and changes nothing', async (_, spoil, code) => {
    await sayMany(30, 'x')
    const backup = await make()
    spoil(pathOf(backup))
    const answer = await post(`/api/owner/backups/${backup.name}/restore`)
    expect([answer, (await list()).staged, temporaries()]).toEqual([
      { status: 409, body: { error: expect.any(String), code } },
      null,
      [],
    ])
  })

  it('of a file put there by hand that is no database is refused at the start', async () => {
    const agent = await scene.session()
    await agent.say('stays')
    await restart(() => writeFileSync(`${databasePath}.restore`, 'garbage'.repeat(1000)))
    expect([dumpTables(scene.hub).messages?.length, (await list()).lastRestore]).toEqual([1, 'refused'])
    const refused = readdirSync(dirname(databasePath)).filter((name) =>
      name.startsWith('hub.db.restore-refused-'),
    )
    expect(refused).toHaveLength(1)
  })

  it('replaces a damaged database, which is set aside as it is', async () => {
    await sayMany(5, 'kept')
    await restore((await make()).name)
    const damaged = 'damaged '.repeat(10_000)
    await restart(() => writeFileSync(databasePath, damaged))
    expect(dumpTables(scene.hub).messages).toHaveLength(5)
    const aside = (await list()).backups.find(({ kind }) => kind === 'set-aside')
    expect(readFileSync(join(dirname(databasePath), aside?.name ?? ''), 'utf8')).toBe(damaged)
    expect((await api.raw('POST', `/api/owner/backups/${aside?.name}/restore`)).body.code).toBe(
      'backup_damaged',
    )
  })

  it('that was cut short between its steps is finished at the next start', async () => {
    await sayMany(5, 'kept')
    await restore((await make()).name)
    const staged = `${databasePath}.restore`
    const since = statSync(staged).mtime
    await restart(() => {
      // As after a power cut: the database is moved, its log is not.
      const stamp = since.toISOString().replace(/[-:.]/g, '')
      writeFileSync(`${databasePath}.before-restore-${stamp}`, readFileSync(databasePath))
      rmSync(databasePath)
      writeFileSync(`${databasePath}-wal`, 'the log of the database before')
      utimesSync(staged, since, since)
    })
    expect(dumpTables(scene.hub).messages).toHaveLength(5)
    const names = readdirSync(dirname(databasePath)).filter((name) =>
      name.startsWith('hub.db.before-restore-'),
    )
    expect(names.map((name) => name.replace(/\d{8}T\d{9}Z/, 'T')).toSorted()).toEqual([
      'hub.db.before-restore-T',
      'hub.db.before-restore-T-wal',
    ])
  })
})

describe('an upgrade', () => {
  const downgrade = () =>
    change(
      databasePath,
      `DROP TRIGGER messages_searched_insert; DROP TRIGGER messages_searched_update;
       DROP TRIGGER messages_searched_delete; DROP TABLE search_pending; DROP TABLE message_words;
       PRAGMA user_version = 6`,
    )

  it('keeps the database as it was before, three times at most', async () => {
    await sayMany(5, 'kept')
    mkdirSync(backupFolder)
    for (const year of [2021, 2022, 2023]) {
      writeFileSync(join(backupFolder, `before-v5-${year}0101T000000000Z.db`), 'older')
    }
    await restart(downgrade)
    const upgrades = (await list()).backups.filter(({ kind }) => kind === 'upgrade')
    expect(upgrades.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^before-v7-/),
      'before-v5-20230101T000000000Z.db',
      'before-v5-20220101T000000000Z.db',
    ])
    expect(inspect(pathOf(upgrades[0] as Backup))).toEqual({ integrity: 'ok', messages: 5 })
  })

  it('of a restored older database is made when it is restored', async () => {
    await sayMany(5, 'kept')
    await restart(downgrade)
    const [upgrade] = (await list()).backups
    await restore(upgrade?.name ?? '')
    await restart()
    const { lastRestore } = await list()
    expect([lastRestore, dumpTables(scene.hub).messages?.length]).toEqual(['restored', 5])
  })
})

it('compacting gives the room of deleted sessions back', async () => {
  const agent = await sayMany(600, 'deleted')
  const kept = await scene.session()
  await kept.say('kept')
  await agent.end()
  await scene.raw('DELETE', `/api/sessions/${agent.id}`)
  const { totalBytes } = await api.call(getStorageInfo)
  const { beforeBytes, afterBytes } = await api.call(compactStorage)
  const after = await api.call(getStorageInfo)
  expect([beforeBytes >= totalBytes, afterBytes < beforeBytes / 2, after.totalBytes]).toEqual([
    true,
    true,
    afterBytes,
  ])
  await kept.say('and on')
  expect((await scene.messages(kept.id)).length).toBe(2)
})

function change(path: string, sql: string): void {
  const db = new BetterSqlite3(path)
  db.exec(sql)
  db.close()
}
