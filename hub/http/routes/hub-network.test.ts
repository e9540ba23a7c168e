import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getHubConfiguration, updateNetwork } from '../../../contract/hub-configuration.ts'
import { getPairing } from '../../../contract/owner.ts'
import { loadConfig } from '../../config/config.ts'
import { TEST_TOKEN, TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
beforeEach(async () => {
  hub = await TestHub.start()
})
afterEach(() => hub.close())

const startWith = async (env: Record<string, string>) => {
  await hub.close()
  hub = await TestHub.start({ env })
}
const path = () => hub.config.settingsFile.path
const stored = () => readFileSync(path(), 'utf8')
const nextStart = () => loadConfig({ env: { SVC_HOME: hub.config.home, CLI_API_TOKEN: TEST_TOKEN } })
const put = async (body: unknown, namespace?: string) =>
  (await hub.client(namespace)).raw('PUT', '/api/owner/network', body)

it('keeps who reaches the hub for the next start, and says that it is needed', async () => {
  const owner = await hub.client()
  const body = { listenHost: '0.0.0.0', publicUrl: 'https://hub.example' }
  const { entries, restartRequired } = await owner.call(updateNetwork, { body })
  const entry = (key: string) => entries.find((candidate) => candidate.key === key)
  expect(restartRequired).toBe(true)
  expect([entry('listenHost'), entry('publicUrl')]).toMatchObject([
    { source: 'file', value: '127.0.0.1', needsRestart: true, valueAfterRestart: '0.0.0.0' },
    { source: 'file', value: null, needsRestart: true, valueAfterRestart: 'https://hub.example' },
  ])
  // What is in force stays until then.
  expect((await owner.call(getPairing)).obstacle).toBe('loopback-only')
  expect((await nextStart()).settings).toMatchObject(body)
})

it('takes the public address away, and needs no restart for what is as it was', async () => {
  const owner = await hub.client()
  const waiting = async (body: object) => {
    const { entries } = await owner.call(updateNetwork, { body })
    // The test listens on a port of its own, whatever the file says.
    return entries.filter(({ key, needsRestart }) => needsRestart && key !== 'listenPort')
  }
  expect(await waiting({ publicUrl: 'https://hub.example' })).toHaveLength(1)
  expect(await waiting({ publicUrl: null, listenHost: '127.0.0.1' })).toEqual([])
  expect(stored()).not.toContain('publicUrl')
})

it('leaves every other setting as it is, and the file to its owner alone', async () => {
  const before = { ...JSON.parse(stored()), iosPushMode: 'off', machineId: 'm', listenPort: 4001 }
  writeFileSync(path(), JSON.stringify(before), { mode: 0o644 })
  expect((await put({ listenHost: '0.0.0.0' })).status).toBe(200)
  expect(JSON.parse(stored())).toEqual({ ...before, listenHost: '0.0.0.0' })
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

it.each(['localhost', '127.0.0.1', '0.0.0.0', ' 0.0.0.0 '])('listens at "%s"', async (host) => {
  expect((await put({ listenHost: host })).status).toBe(200)
  expect(JSON.parse(stored()).listenHost).toBe(host.trim())
})

describe('keeps nothing', () => {
  const unchanged = async (ask: () => Promise<{ status: number; body: unknown }>) => {
    const before = stored()
    const { status, body } = await ask()
    expect(stored()).toBe(before)
    return { status, body }
  }

  it.each<[string, object]>([
    ['nothing', {}],
    ['another setting', { publicUrl: null, listenPort: 4000 }],
    ['a host that is null', { listenHost: null }],
    ['an empty host', { listenHost: ' ' }],
    ['a number', { listenHost: 1 }],
    ['an endless host', { listenHost: 'a'.repeat(256) }],
    ['an empty address', { publicUrl: '' }],
    ['an endless address', { publicUrl: `https://hub.example/${'a'.repeat(2000)}` }],
  ])('of %s', async (_, body) => {
    expect(await unchanged(() => put(body))).toEqual({ status: 400, body: { error: 'Invalid body' } })
  })

  it.each([
    ['203.0.113.7', 'not of this computer'],
    ['192.168.1', 'not whole'],
    ['my-computer', 'a name'],
    ['[::1]', 'as in a link'],
    ['::1%lo', 'with a zone'],
    ['0.0.0.0:3006', 'with a port'],
    ['http://0.0.0.0', 'a link'],
  ])('of the host %s: %s', async (listenHost) => {
    expect(await unchanged(() => put({ listenHost, publicUrl: 'https://hub.example' }))).toMatchObject({
      status: 400,
      body: { setting: 'listenHost', error: expect.stringContaining('this computer') },
    })
  })

  it.each([
    'hub.example',
    'ftp://hub.example',
    'javascript:alert(1)',
    'https://',
    'https://me:secret@hub.example',
    'https://me@hub.example',
  ])('of the public address %s', async (publicUrl) => {
    expect(await unchanged(() => put({ listenHost: '0.0.0.0', publicUrl }))).toMatchObject({
      status: 400,
      body: { setting: 'publicUrl' },
    })
  })

  it('of what the environment fixes, and names the variable', async () => {
    await startWith({ SVC_LISTEN_HOST: '127.0.0.1' })
    const body = { listenHost: '0.0.0.0', publicUrl: 'https://hub.example' }
    expect(await unchanged(() => put(body))).toMatchObject({
      status: 409,
      body: { code: 'fixed_by_environment', variable: 'SVC_LISTEN_HOST' },
    })
    expect((await put({ publicUrl: 'https://hub.example' })).status).toBe(200)
    await startWith({ SVC_PUBLIC_URL: 'https://fixed.example' })
    expect(await unchanged(() => put({ publicUrl: null }))).toMatchObject({
      status: 409,
      body: { variable: 'SVC_PUBLIC_URL' },
    })
  })

  it.each(['{ "listenHost": ', '[]', '{ "listenHots": "0.0.0.0" }', '{ "listenPort": "many" }'])(
    'in a file that holds %s, and leaves it',
    async (text) => {
      writeFileSync(path(), text)
      expect(await unchanged(() => put({ listenHost: '0.0.0.0' }))).toMatchObject({
        status: 409,
        body: { code: 'settings_unreadable', error: expect.stringContaining(path()) },
      })
      const { problem } = await (await hub.client()).call(getHubConfiguration)
      expect(problem).toContain(path())
    },
  )

  it('for others than the owner', async () => {
    expect((await unchanged(() => put({ listenHost: '0.0.0.0' }, 'guest'))).status).toBe(403)
  })
})
