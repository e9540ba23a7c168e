import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { chooseTransports } from './modes.ts'

const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const RELAY = { iosPushRelayUrl: 'https://relay.example' }
const OWN_APP = {
  iosPushMode: 'direct',
  iosPushKeyP8Path: '~/key.p8',
  iosPushKeyId: 'K',
  iosPushTeamId: 'T',
  iosPushBundleId: 'org.example.app',
}
const BAD = ['', 5, null, true, {}, ['x']]

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-bad-'))
  mkdirSync(join(home, '.svc'))
  writeFileSync(join(home, 'key.p8'), EC.export({ type: 'pkcs8', format: 'pem' }))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** What a hub does whose settings file holds this. */
async function chosen(file: object) {
  writeFileSync(join(home, '.svc', 'settings.json'), JSON.stringify({ ...RELAY, ...file }))
  const { settings, settingsFile } = await loadConfig({ env: {}, home })
  const options = { settings, settingsPath: settingsFile.path, env: {}, clock: new ManualClock() }
  const { android, ios, diagnostics } = chooseTransports(options)
  return { ways: [android?.name, ios?.name], diagnostics, path: settingsFile.path }
}

it('is about a file that works otherwise', async () => {
  expect(await chosen(OWN_APP)).toMatchObject({ ways: ['android-relay', 'ios-direct'], diagnostics: [] })
})

describe.each(BAD)('the value %j', (value) => {
  it.each(['androidPushMode', 'androidPushServiceAccountPath'])(
    'of %s switches off Android alone, and never sends through the relay',
    async (key) => {
      const { ways, diagnostics, path } = await chosen({ [key]: value })
      expect(ways).toEqual([undefined, 'ios-relay'])
      expect(diagnostics).toEqual([
        { channel: 'android', isProblem: true, message: expect.stringContaining(`"${key}" in ${path}`) },
      ])
    },
  )

  it.each(['iosPushKeyP8Path', 'iosPushKeyId', 'iosPushTeamId', 'iosPushBundleId'])(
    'of %s switches off iOS alone, whether its mode is known or not',
    async (key) => {
      const { ways, diagnostics, path } = await chosen({ ...OWN_APP, [key]: value })
      expect(ways).toEqual(['android-relay', undefined])
      expect(diagnostics).toEqual([
        { channel: 'ios', isProblem: true, message: expect.stringContaining(`"${key}" in ${path}`) },
      ])
      expect((await chosen({ iosPushMode: 'drect', [key]: value })).ways).toEqual([
        'android-relay',
        undefined,
      ])
    },
  )

  it('of iosPushMode beside credentials of one’s own switches off iOS alone', async () => {
    const { ways, diagnostics, path } = await chosen({ ...OWN_APP, iosPushMode: value })
    expect(ways).toEqual(['android-relay', undefined])
    expect(diagnostics[0]?.message).toContain(`"iosPushMode" in ${path}`)
  })

  it.each([
    ['iosPushMode', {}, 'ios-relay', 'relay is used'],
    ['iosPushEnv', OWN_APP, 'ios-direct', 'production is used'],
  ])('of %s is said, and the usual one holds', async (key, others, way, says) => {
    const { ways, diagnostics, path } = await chosen({ ...others, [key]: value })
    expect(ways).toEqual(['android-relay', way])
    expect(diagnostics).toEqual([{ channel: 'ios', isProblem: true, message: expect.stringContaining(says) }])
    expect(diagnostics[0]?.message).toContain(`"${key}" in ${path}`)
  })
})
