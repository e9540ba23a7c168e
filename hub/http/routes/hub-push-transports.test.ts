import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { updatePushTransports } from '../../../contract/hub-configuration.ts'
import { loadConfig } from '../../config/config.ts'
import { TEST_TOKEN, TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
beforeEach(async () => {
  hub = await TestHub.start()
})
afterEach(() => hub.close())

const stored = () => readFileSync(hub.config.settingsFile.path, 'utf8')
const nextStart = () => loadConfig({ env: { SVC_HOME: hub.config.home, CLI_API_TOKEN: TEST_TOKEN } })
const put = async (body: unknown, namespace?: string) =>
  (await hub.client(namespace)).raw('PUT', '/api/owner/push-transports', body)

const RELAY = 'https://relay.example/push'

it('keeps how phones are notified for the next start, and says that it is needed', async () => {
  const owner = await hub.client()
  const body = { androidPushMode: 'relay', iosPushMode: 'off', iosPushRelayUrl: RELAY } as const
  const { entries } = await owner.call(updatePushTransports, { body })
  const entry = (key: string) => entries.find((candidate) => candidate.key === key)
  expect(Object.keys(body).map(entry)).toMatchObject([
    { value: 'auto', needsRestart: true, valueAfterRestart: 'relay' },
    { value: 'relay', needsRestart: true, valueAfterRestart: 'off' },
    { value: null, needsRestart: true, valueAfterRestart: RELAY },
  ])
  expect((await nextStart()).settings).toMatchObject(body)
})

it('takes the relay away, and leaves every other setting as it is', async () => {
  await put({ iosPushMode: 'direct', iosPushRelayUrl: RELAY })
  expect((await put({ iosPushRelayUrl: null })).status).toBe(200)
  const { iosPushRelayUrl, iosPushMode } = JSON.parse(stored())
  expect([iosPushRelayUrl, iosPushMode]).toEqual([undefined, 'direct'])
})

describe('keeps nothing', () => {
  const unchanged = async (ask: () => Promise<{ status: number; body: unknown }>) => {
    const before = stored()
    const { status, body } = await ask()
    expect(stored()).toBe(before)
    return { status, body }
  }

  it.each([
    ['nothing', {}],
    ['another setting', { iosPushMode: 'off', iosPushKeyId: 'K' }],
    ['a mode of the other platform', { iosPushMode: 'auto' }],
    ['a mode that is none', { androidPushMode: 'on' }],
    ['a mode that is null', { androidPushMode: null }],
    ['an empty address', { iosPushRelayUrl: ' ' }],
    ['an endless address', { iosPushRelayUrl: `https://relay.example/${'a'.repeat(2000)}` }],
  ])('of %s', async (_, body) => {
    expect(await unchanged(() => put(body))).toEqual({ status: 400, body: { error: 'Invalid body' } })
  })

  it.each(['relay.example', 'ftp://relay.example', 'https://', 'https://me:secret@relay.example'])(
    'of the relay %s',
    async (iosPushRelayUrl) => {
      const answer = await unchanged(() => put({ iosPushMode: 'off', iosPushRelayUrl }))
      expect(answer).toMatchObject({ status: 400, body: { setting: 'iosPushRelayUrl' } })
      expect(JSON.stringify(answer)).not.toContain('secret')
    },
  )

  it('of what the environment fixes, and names the variable', async () => {
    await hub.close()
    hub = await TestHub.start({ env: { SVC_IOS_PUSH: 'off' } })
    const body = { iosPushMode: 'relay', iosPushRelayUrl: RELAY }
    expect(await unchanged(() => put(body))).toMatchObject({
      status: 409,
      body: { code: 'fixed_by_environment', variable: 'SVC_IOS_PUSH' },
    })
  })

  it('of a guest', async () => {
    expect((await unchanged(() => put({ iosPushMode: 'off' }, 'guest'))).status).toBe(403)
  })
})
