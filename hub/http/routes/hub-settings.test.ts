import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SettingsFile } from '../../config/settings-file.ts'
import { HubSettingsService } from '../../settings/hub-settings.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { hubSettingsRoutes } from './hub-settings.ts'

const PATH = '/api/hub-settings'
const OFF = { sessionSummaryContract: false, sessionSummaryInChat: false }

let folder: string
let file: string
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-settings-'))
  file = join(folder, 'settings.json')
  const hubSettings = new HubSettingsService({ settings: { ...OFF }, settingsFile: new SettingsFile(file) })
  app = await startHttpApp(hubSettingsRoutes({ hubSettings }))
})
afterEach(async () => {
  await closeHttpApps()
  rmSync(folder, { recursive: true, force: true })
})

const get = async () => json(await app.call(PATH))
const put = async (body: unknown) => json(await app.call(PATH, { method: 'PUT', body: JSON.stringify(body) }))

it('is read by any namespace and never cached', async () => {
  const answer = await app.server.send(PATH, { headers: await app.bearer('guest') })
  expect([json(answer), answer.headers['cache-control']]).toEqual([{ status: 200, body: OFF }, 'no-store'])
})

it('changes what is named, answers everything, and keeps it beside the other settings', async () => {
  writeFileSync(file, '{"listenPort":4000}')
  const answer = await app.call(PATH, { method: 'PUT', body: '{"sessionSummaryContract":true}' })
  expect([json(answer), answer.headers['cache-control']]).toEqual([
    { status: 200, body: { ...OFF, sessionSummaryContract: true } },
    'no-store',
  ])
  await put({ sessionSummaryInChat: true })
  const changed = { sessionSummaryContract: true, sessionSummaryInChat: true }
  expect(await get()).toEqual({ status: 200, body: changed })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ listenPort: 4000, ...changed })
})

it.each([
  ['nothing', {}],
  ['an unknown setting', { sessionSummaryContract: true, other: true }],
  ['a text', { sessionSummaryContract: 'true' }],
  ['null', { sessionSummaryInChat: null }],
  ['a list', [true]],
])('refuses %s and keeps nothing', async (_, body) => {
  expect([await put(body), await get()]).toEqual([
    { status: 400, body: { error: 'Invalid body' } },
    { status: 200, body: OFF },
  ])
  expect(new SettingsFile(file).read()).toEqual({})
})

it('is changed by the owner alone', async () => {
  const headers = await app.bearer('guest')
  const body = '{"sessionSummaryContract":true}'
  expect((await app.server.send(PATH, { method: 'PUT', headers, body })).status).toBe(403)
  expect(await get()).toEqual({ status: 200, body: OFF })
})

it('is not in force when it could not be kept', async () => {
  writeFileSync(file, '{"listenPort":')
  expect((await put({ sessionSummaryContract: true })).status).toBe(500)
  expect(await get()).toEqual({ status: 200, body: OFF })
})
