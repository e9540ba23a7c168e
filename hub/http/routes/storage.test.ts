import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StorageInfo } from '../../../contract/storage.ts'
import { silentLog } from '../../log.ts'
import { Database } from '../../store/database.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { storageRoutes } from './storage.ts'

const PATH = '/api/storage/sqlite'

let folder: string
let databasePath: string
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-storage-'))
  databasePath = join(folder, 'hub.db')
  app = await startHttpApp(storageRoutes({ databasePath }))
})
afterEach(async () => {
  await closeHttpApps()
  rmSync(folder, { recursive: true, force: true })
})

it('tells the sizes of a living database and its side files, never cached', async () => {
  const db = Database.open(databasePath, silentLog)
  const answer = await app.call(PATH)
  const [databaseBytes, walBytes, shmBytes] = ['', '-wal', '-shm'].map(
    (suffix) => statSync(databasePath + suffix).size,
  ) as [number, number, number]
  expect(StorageInfo.parse(json(answer).body)).toEqual({
    path: databasePath,
    databaseBytes,
    walBytes,
    shmBytes,
    totalBytes: databaseBytes + walBytes + shmBytes,
  })
  expect(walBytes).toBeGreaterThan(0)
  expect(answer.headers['cache-control']).toBe('no-store')
  db.close()
})

it('counts side files that do not exist as nothing', async () => {
  writeFileSync(databasePath, 'x'.repeat(10))
  expect(json(await app.call(PATH)).body).toEqual({
    path: databasePath,
    databaseBytes: 10,
    walBytes: 0,
    shmBytes: 0,
    totalBytes: 10,
  })
})

it('is the owner’s alone', async () => {
  expect((await app.server.send(PATH, { headers: await app.bearer('guest') })).status).toBe(403)
})
