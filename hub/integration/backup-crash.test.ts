import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listBackups, makeBackup, restoreBackup } from '../../contract/storage.ts'
import { HubProcess } from '../testing/hub-process.ts'
import type { SceneAgent } from '../testing/hub-scene.ts'
import type { TestClient } from '../testing/test-client.ts'

const MESSAGES = 1500

let hub: HubProcess
let api: TestClient
let agent: SceneAgent
beforeEach(async () => {
  hub = await HubProcess.start()
  api = await hub.client()
  agent = await hub.session()
  const text = 'filler '.repeat(1500)
  for (let index = 0; index < MESSAGES; index += 1) {
    const message = { role: 'agent', content: { type: 'codex', data: { type: 'message', message: text } } }
    agent.socket.emit('message', { sid: agent.id, message })
  }
  await agent.flush()
})
afterEach(() => hub.close())

const folders = () => [hub.home, join(hub.home, 'backups')]
const files = () => folders().flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
const isTemporary = (name: string) => name.includes('.tmp')
const messagesIn = (path: string) => {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    return db.prepare('SELECT count(*) FROM messages').pluck().get()
  } finally {
    db.close()
  }
}

/** Kills the hub as soon as it has begun to write the file of a request that it has not answered. */
async function killWhileWriting(request: () => Promise<unknown>): Promise<void> {
  const answer = request().catch(() => {})
  while (!files().some(isTemporary)) await api.call(listBackups)
  await hub.kill()
  await answer
}

it('a hub that is killed while it makes a backup lists no half of one, and keeps its data', async () => {
  await killWhileWriting(() => api.call(makeBackup))
  expect([files().some(isTemporary), hub.checkDatabase()]).toEqual([true, 'ok'])
  await hub.restart()
  api = await hub.client()
  const { backups } = await api.call(listBackups)
  expect([backups, files().filter(isTemporary)]).toEqual([[], []])
  const { name } = await api.call(makeBackup)
  expect(messagesIn(join(hub.home, 'backups', name))).toBe(MESSAGES)
})

it('a hub that is killed while it stages a restore starts with the data it had', async () => {
  const { name } = await api.call(makeBackup)
  await agent.say('later')
  // An answer waits until what was written before it is on the disk.
  await api.call(listBackups)
  const answer = api.call(restoreBackup, { params: { name } }).catch(() => {})
  await hub.kill()
  await answer
  const isStaged = existsSync(join(hub.home, 'hub.db.restore'))
  await hub.restart()
  api = await hub.client()
  const { lastRestore, staged } = await api.call(listBackups)
  const messages = messagesIn(join(hub.home, 'hub.db'))
  // Either it had been staged in full, or nothing of it.
  expect([lastRestore, messages]).toEqual(isStaged ? ['restored', MESSAGES] : [null, MESSAGES + 1])
  expect([staged, files().filter(isTemporary)]).toEqual([null, []])
})

it('a hub that is killed after a restore was staged restores it', async () => {
  const { name } = await api.call(makeBackup)
  await agent.say('later')
  await api.call(restoreBackup, { params: { name } })
  await hub.kill()
  await hub.restart()
  api = await hub.client()
  const { lastRestore, backups } = await api.call(listBackups)
  const aside = backups.find(({ kind }) => kind === 'set-aside')?.name ?? ''
  expect([lastRestore, messagesIn(join(hub.home, 'hub.db')), messagesIn(join(hub.home, aside))]).toEqual([
    'restored',
    MESSAGES,
    MESSAGES + 1,
  ])
})
