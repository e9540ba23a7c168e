import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getHubConfiguration, updateServiceKeys } from '../../../contract/hub-configuration.ts'
import { updateHubSettings } from '../../../contract/hub-settings.ts'
import { updateVoiceCredentials } from '../../../contract/voice.ts'
import { loadConfig } from '../../config/config.ts'
import { TEST_TOKEN, TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
beforeEach(async () => {
  hub = await TestHub.start()
})
afterEach(() => hub.close())

it('tells the owner what the hub was told and by whom, without the access token', async () => {
  const owner = await hub.client()
  const configuration = await owner.call(getHubConfiguration)
  expect(configuration.dataFolder).toBe(hub.config.home)
  expect(configuration.entries.find(({ key }) => key === 'cliApiToken')).toEqual({
    key: 'cliApiToken',
    variable: 'CLI_API_TOKEN',
    source: 'environment',
    isSet: true,
    value: null,
    needsRestart: false,
  })
  expect(JSON.stringify(configuration)).not.toContain(TEST_TOKEN)
})

it('wants no restart for what the hub itself keeps and takes up at once', async () => {
  const owner = await hub.client()
  await owner.call(updateHubSettings, { body: { sessionSummaryContract: true } })
  await owner.call(updateVoiceCredentials, { body: { openai: 'sk-some-key-for-speech' } })
  const { entries } = await owner.call(getHubConfiguration)
  // The test listens on a port of its own, whatever the file says.
  expect(entries.filter(({ needsRestart }) => needsRestart).map(({ key }) => key)).toEqual(['listenPort'])
  expect(JSON.stringify(entries)).not.toContain('sk-some')
})

it('is for the owner alone', async () => {
  const guest = await hub.client('guest')
  await expect(guest.call(getHubConfiguration)).rejects.toThrow('403')
})

const SEALING_KEY = Buffer.alloc(32, 7).toString('base64')
const stored = () => readFileSync(hub.config.settingsFile.path, 'utf8')
const nextStart = (env: Record<string, string> = {}) =>
  loadConfig({ env: { ...env, SVC_HOME: hub.config.home, CLI_API_TOKEN: TEST_TOKEN } })

it('seals the keys of services that are typed in, and has them in force from the next start', async () => {
  await hub.close()
  hub = await TestHub.start({ env: { SVC_SEALING_KEY: SEALING_KEY } })
  const owner = await hub.client()
  const body = { messagingBotToken: '12345:bot-token', pushGatewaySendKey: 'send-key-1' }
  const { entries } = await owner.call(updateServiceKeys, { body })
  expect(entries.find(({ key }) => key === 'messagingBotToken')).toMatchObject({
    source: 'file',
    isSet: false,
    needsRestart: true,
  })
  expect(stored()).not.toMatch(/bot-token|send-key/)
  const desktop = await nextStart({ SVC_SEALING_KEY: SEALING_KEY })
  expect(desktop.settings).toMatchObject(body)
  const headless = await nextStart()
  expect([headless.settings.messagingBotToken, headless.settings.pushGatewaySendKey]).toEqual([
    undefined,
    undefined,
  ])
  expect(headless.warnings.filter((warning) => warning.includes('was sealed'))).toEqual([
    expect.stringContaining('MESSAGING_BOT_TOKEN'),
    expect.stringContaining('PUSH_GATEWAY_SENDKEY'),
  ])
})

it('keeps such keys as they are where nothing can seal them, and takes them away again', async () => {
  const owner = await hub.client()
  await owner.call(updateServiceKeys, { body: { messagingBotToken: '12345:bot-token' } })
  expect((await nextStart()).settings.messagingBotToken).toBe('12345:bot-token')
  await owner.call(updateServiceKeys, { body: { messagingBotToken: null } })
  expect(stored()).not.toContain('messagingBotToken')
})

it('refuses a key that the environment fixes, and one that is none, and keeps nothing then', async () => {
  await hub.close()
  hub = await TestHub.start({ env: { PUSH_GATEWAY_SENDKEY: 'from-outside' } })
  const owner = await hub.client()
  const before = stored()
  const put = (body: unknown) => owner.raw('PUT', '/api/owner/service-keys', body)
  expect(await put({ messagingBotToken: 'x', pushGatewaySendKey: 'y' })).toMatchObject({
    status: 409,
    body: { code: 'fixed_by_environment', variable: 'PUSH_GATEWAY_SENDKEY' },
  })
  for (const body of [
    {},
    { messagingBotToken: 'two words' },
    { messagingBotToken: '' },
    { cliApiToken: 'x' },
  ]) {
    expect((await put(body)).status).toBe(400)
  }
  expect(stored()).toBe(before)
})

it('keeps no key in a file that cannot be read by now', async () => {
  const owner = await hub.client()
  const { path } = hub.config.settingsFile
  writeFileSync(path, '{ half a file')
  expect(await owner.raw('PUT', '/api/owner/service-keys', { messagingBotToken: 'x' })).toMatchObject({
    status: 409,
    body: { code: 'settings_unreadable', error: expect.stringContaining(path) },
  })
  expect(readFileSync(path, 'utf8')).toBe('{ half a file')
})
