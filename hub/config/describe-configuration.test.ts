import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HubConfiguration } from '../../contract/hub-configuration.ts'
import { type Config, type Environment, loadConfig } from './config.ts'
import { describeConfiguration } from './describe-configuration.ts'

let home: string
let config: Config

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-configuration-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function start(stored: object = {}, env: Environment = {}) {
  writeFileSync(join(home, 'settings.json'), JSON.stringify(stored))
  config = await loadConfig({ env: { ...env, SVC_HOME: home }, home })
}

const told = () => HubConfiguration.parse(describeConfiguration(config, home))
const entry = (key: string) => told().entries.find((candidate) => candidate.key === key)

describe('the configuration', () => {
  it('tells each value with its source and the variable that would win', async () => {
    await start({ listenPort: 4000, listenHost: '0.0.0.0' }, { SVC_LISTEN_PORT: '5000' })
    const fine = { isSet: true, needsRestart: false }
    expect([entry('listenPort'), entry('listenHost'), entry('iosPushMode')]).toEqual([
      { key: 'listenPort', variable: 'SVC_LISTEN_PORT', source: 'environment', value: '5000', ...fine },
      { key: 'listenHost', variable: 'SVC_LISTEN_HOST', source: 'file', value: '0.0.0.0', ...fine },
      { key: 'iosPushMode', variable: 'SVC_IOS_PUSH', source: 'default', value: 'relay', ...fine },
    ])
    expect([told().dataFolder, told().settingsPath]).toEqual([home, join(home, 'settings.json')])
  })

  it('tells of secrets only that they are set', async () => {
    const hidden = 'hidden-part'
    await start({
      cliApiToken: `${hidden}-token`,
      messagingBotToken: hidden,
      pushGatewaySendKey: hidden,
      relayAuthKey: hidden,
      vapidKeys: { publicKey: hidden, privateKey: hidden },
      providerCredentials: { openai: hidden },
      extraHeaders: { 'X-Key': hidden },
      publicUrl: `https://me:${hidden}@hub.example/x`,
      corsOrigins: [`https://me:${hidden}@a.example`],
    })
    expect(JSON.stringify(told())).not.toContain(hidden)
    expect(entry('messagingBotToken')).toMatchObject({ isSet: true, value: null })
    await config.settingsFile.update((stored) => ({ ...stored, messagingBotToken: `${hidden}-2` }))
    expect(entry('messagingBotToken')).toMatchObject({ needsRestart: true, valueAfterRestart: null })
    expect(entry('publicUrl')?.value).toBe('https://•••@hub.example/x')
  })

  it('has nothing waiting right after a start, the first one included', async () => {
    await start()
    expect(told()).toMatchObject({ restartRequired: false, problem: null })
    expect(entry('cliApiToken')).toMatchObject({ source: 'file', isSet: true })
  })

  it('says which values the next start takes up, and that it is needed', async () => {
    await start({ listenPort: 4000, publicUrl: 'https://a.example' })
    await config.settingsFile.update((stored) => ({ ...stored, listenPort: 4001, publicUrl: undefined }))
    expect([entry('listenPort'), entry('publicUrl')]).toMatchObject([
      { value: '4000', needsRestart: true, valueAfterRestart: '4001' },
      { value: 'https://a.example', source: 'default', needsRestart: true, valueAfterRestart: null },
    ])
    expect(told().restartRequired).toBe(true)
  })

  it('asks for no restart where the environment wins, only the CLIs read, or the hub made it', async () => {
    await start({ listenPort: 4000 }, { SVC_LISTEN_PORT: '5000' })
    await config.settingsFile.update((stored) => ({
      ...stored,
      listenPort: 4001,
      machineId: 'm',
      vapidKeys: { publicKey: 'p', privateKey: 'q' },
    }))
    expect(told().restartRequired).toBe(false)
    expect([entry('machineId')?.value, entry('vapidKeys')?.isSet]).toEqual(['m', true])
  })

  it('compares paths as they are used, not as they are written', async () => {
    await start({ iosPushKeyP8Path: '~/keys/a.p8' })
    expect(entry('iosPushKeyP8Path')).toMatchObject({ value: join(home, 'keys/a.p8'), needsRestart: false })
  })

  it('says why when the file cannot be read any more', async () => {
    await start({ listenPort: 4000 })
    writeFileSync(config.settingsFile.path, '{ "listenPort": ')
    expect(told()).toMatchObject({
      restartRequired: false,
      problem: expect.stringContaining('not valid JSON'),
    })
    expect(entry('listenPort')).toMatchObject({ value: '4000', source: 'file' })
  })
})
