import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../config/settings.ts'
import { PushRoom, settingsWith } from '../testing/providers/push-room.ts'
import { chooseTransports } from './modes.ts'

let room: PushRoom
beforeEach(() => {
  room = new PushRoom()
})
afterEach(() => room.close())

const RELAY = { iosPushRelayUrl: 'https://relay.example' }
const pem = (type: 'rsa' | 'ec') =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  ).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const RSA = pem('rsa')
const EC = pem('ec')
const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
const ACCOUNT = { project_id: 'p', client_email: 'e@p', private_key: RSA }

function choose(settings: Partial<Settings>, env: Record<string, string> = {}) {
  const settingsPath = room.settingsFile.path
  const chosen = chooseTransports({ settings: settingsWith(settings), settingsPath, env, clock: room.clock })
  const said = (channel: 'android' | 'ios') => chosen.diagnostics.filter((one) => one.channel === channel)
  return {
    android: chosen.android?.name,
    ios: chosen.ios?.name,
    said,
    messages: chosen.diagnostics.map(({ message }) => message).join('\n'),
  }
}

describe('Android', () => {
  const account = () => ({ androidPushServiceAccountPath: room.keep('account.json', ACCOUNT) })

  it.each([
    ['auto', false, 'android-relay'],
    ['auto', true, 'android-direct'],
    ['relay', false, 'android-relay'],
    ['relay', true, 'android-relay'],
    ['direct', true, 'android-direct'],
    ['off', false, undefined],
    ['off', true, undefined],
  ])('in mode %s with an account: %s goes by %s', (androidPushMode, hasAccount, expected) => {
    const { android, said } = choose({ ...RELAY, androidPushMode, ...(hasAccount && account()) })
    expect(android).toBe(expected)
    expect(said('android')).toEqual([])
  })

  it.each([['fcm'], ['AUTO'], ['on']])('in the unknown mode %s is off, and says so', (androidPushMode) => {
    const { android, said } = choose({ ...RELAY, ...account(), androidPushMode })
    expect(android).toBeUndefined()
    expect(said('android')).toEqual([
      {
        channel: 'android',
        isProblem: true,
        message: `Android push is off: the setting "androidPushMode" in ${room.settingsFile.path} (environment variable SVC_ANDROID_PUSH) must be auto, relay, direct or off, not "${androidPushMode}".`,
      },
    ])
  })

  it('in mode direct without an account is off, never by relay', () => {
    const { android, said } = choose({ ...RELAY, androidPushMode: 'direct' })
    expect(android).toBeUndefined()
    expect(said('android')[0]?.isProblem).toBe(true)
    expect(said('android')[0]?.message).toContain('"androidPushServiceAccountPath"')
    expect(said('android')[0]?.message).toContain(room.settingsFile.path)
  })

  describe.each([['auto'], ['direct']])('in mode %s', (androidPushMode) => {
    it.each([
      ['missing', undefined, 'cannot be read'],
      ['not JSON', '{', 'is not JSON'],
      ['a list', '[]', 'is not a service account'],
      ['without a key', { ...ACCOUNT, private_key: undefined }, 'see its private_key'],
      ['without project and address', { private_key: RSA }, 'see its project_id, client_email'],
      [
        'with a key that is none',
        { ...ACCOUNT, private_key: 'secret words' },
        'private_key that is not an RSA key',
      ],
      ['with a key of another kind', { ...ACCOUNT, private_key: EC }, 'private_key that is not an RSA key'],
      ['with another address for tokens', { ...ACCOUNT, token_uri: 'ftp://x' }, 'see its token_uri'],
      ['with an open address for tokens', { ...ACCOUNT, token_uri: 'http://x.example' }, 'see its token_uri'],
    ])('an account file that is %s switches it off, never to the relay', (_, content, problem) => {
      const path = content === undefined ? join(room.folder, 'none.json') : room.keep('bad.json', content)
      const { android, said } = choose({ ...RELAY, androidPushMode, androidPushServiceAccountPath: path })
      expect(android).toBeUndefined()
      const [diagnostic, ...others] = said('android')
      expect(others).toEqual([])
      expect(diagnostic?.isProblem).toBe(true)
      for (const part of [
        'Android push is off',
        problem,
        path,
        '"androidPushServiceAccountPath"',
        'ANDROID_PUSH_SERVICE_ACCOUNT_PATH',
        room.settingsFile.path,
      ]) {
        expect(diagnostic?.message).toContain(part)
      }
      expect(diagnostic?.message).not.toContain('secret words')
    })
  })

  it('does not go to the provider when the host that should take its place is none', () => {
    const { android, messages } = choose(account(), { SVC_FCM_ORIGIN: 'somewhere' })
    expect(android).toBeUndefined()
    expect(messages).toContain('SVC_FCM_ORIGIN')
  })
})

describe('iOS', () => {
  const credentials = (p8 = EC): Partial<Settings> => ({
    iosPushKeyP8Path: room.keep('key.p8', p8),
    iosPushKeyId: 'K',
    iosPushTeamId: 'T',
    iosPushBundleId: 'B',
  })

  it.each([
    ['relay', false, 'ios-relay'],
    ['relay', true, 'ios-relay'],
    ['direct', true, 'ios-direct'],
    ['off', true, undefined],
  ])('in mode %s with credentials: %s goes by %s', (iosPushMode, hasCredentials, expected) => {
    const { ios, said } = choose({ ...RELAY, iosPushMode, ...(hasCredentials && credentials()) })
    expect(ios).toBe(expected)
    expect(said('ios')).toEqual([])
  })

  it('in an unknown mode goes by relay with a warning', () => {
    const { ios, said } = choose({ ...RELAY, iosPushMode: 'apns' })
    expect(ios).toBe('ios-relay')
    expect(said('ios')).toEqual([
      {
        channel: 'ios',
        isProblem: true,
        message: `iOS push: the setting "iosPushMode" in ${room.settingsFile.path} (environment variable SVC_IOS_PUSH) must be relay, direct or off, not "apns"; relay is used.`,
      },
    ])
  })

  it.each(['iosPushKeyP8Path', 'iosPushKeyId', 'iosPushTeamId', 'iosPushBundleId'] as const)(
    'in an unknown mode is off as soon as there is %s: its tokens are private',
    (key) => {
      const { ios, said } = choose({ ...RELAY, iosPushMode: 'apns', [key]: credentials()[key] })
      expect(ios).toBeUndefined()
      expect(said('ios')).toEqual([
        {
          channel: 'ios',
          isProblem: true,
          message: `iOS push is off: the setting "iosPushMode" in ${room.settingsFile.path} (environment variable SVC_IOS_PUSH) must be relay, direct or off, not "apns".`,
        },
      ])
    },
  )

  it.each([
    ['iosPushKeyP8Path', 'IOSPUSH_KEY_P8_PATH'],
    ['iosPushKeyId', 'IOSPUSH_KEY_ID'],
    ['iosPushTeamId', 'IOSPUSH_TEAM_ID'],
    ['iosPushBundleId', 'IOSPUSH_BUNDLE_ID'],
  ] as const)('in mode direct without %s is off, never by relay', (key, variable) => {
    const { ios, said } = choose({ ...RELAY, iosPushMode: 'direct', ...credentials(), [key]: undefined })
    expect(ios).toBeUndefined()
    const diagnostic = said('ios')[0]
    expect(diagnostic?.isProblem).toBe(true)
    expect(diagnostic?.message).toContain(
      `"${key}" in ${room.settingsFile.path} (environment variable ${variable})`,
    )
    expect(diagnostic?.message.match(/setting "/g)).toHaveLength(1)
  })

  it.each([
    ['text', 'secret words', 'is not an auth key'],
    ['an RSA key', RSA, 'is not an auth key'],
    [
      'a key of another curve',
      otherCurve.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      'is not an auth key',
    ],
    ['missing', undefined, 'cannot be read'],
  ])('with a .p8 that is %s is off, never by relay', (_, content, problem) => {
    const missing = { iosPushKeyP8Path: join(room.folder, 'none.p8') }
    const { ios, said } = choose({
      ...RELAY,
      iosPushMode: 'direct',
      ...credentials(content),
      ...(content === undefined && missing),
    })
    expect(ios).toBeUndefined()
    const [diagnostic] = said('ios')
    expect(diagnostic?.isProblem).toBe(true)
    for (const part of [problem, '"iosPushKeyP8Path"', 'IOSPUSH_KEY_P8_PATH', room.settingsFile.path]) {
      expect(diagnostic?.message).toContain(part)
    }
    expect(diagnostic?.message).not.toContain('secret words')
  })

  it('does not go to the provider when the host that should take its place is none', () => {
    const { ios, messages } = choose(
      { iosPushMode: 'direct', ...credentials() },
      { SVC_IOSPUSH_ORIGIN: 'x:1' },
    )
    expect(ios).toBeUndefined()
    expect(messages).toContain('SVC_IOSPUSH_ORIGIN')
  })

  it.each([
    [undefined, undefined],
    ['production', undefined],
    ['sandbox', undefined],
    ['prod', 'must be production or sandbox, not "prod"; production is used'],
  ])('with the environment %s goes direct and warns: %s', (iosPushEnv, warning) => {
    const { ios, said } = choose({ ...RELAY, iosPushMode: 'direct', ...credentials(), iosPushEnv })
    expect(ios).toBe('ios-direct')
    expect(said('ios').map(({ message }) => message)).toEqual(
      warning === undefined
        ? []
        : [
            `iOS push: the setting "iosPushEnv" in ${room.settingsFile.path} (environment variable IOSPUSH_ENV) ${warning}.`,
          ],
    )
  })

  it('is chosen without regard to Android', () => {
    expect(choose({ ...RELAY, androidPushMode: 'off' })).toMatchObject({
      android: undefined,
      ios: 'ios-relay',
    })
    expect(choose({ ...RELAY, iosPushMode: 'off' })).toMatchObject({
      android: 'android-relay',
      ios: undefined,
    })
  })
})

describe('without an address of a relay', () => {
  it('a new hub has no native push, which is no problem, and says what is missing', () => {
    const { android, ios, said } = choose({})
    expect([android, ios]).toEqual([undefined, undefined])
    for (const channel of ['android', 'ios'] as const) {
      const [diagnostic] = said(channel)
      expect(diagnostic?.isProblem).toBe(false)
      expect(diagnostic?.message).toContain('"iosPushRelayUrl"')
      expect(diagnostic?.message).toContain('SVC_PUSH_RELAY_URL')
    }
  })

  it('Android that was told to use one has a problem', () => {
    const { android, said } = choose({ androidPushMode: 'relay' })
    expect(android).toBeUndefined()
    expect(said('android')).toEqual([
      {
        channel: 'android',
        isProblem: true,
        message: `Android push is off: no push relay is known; give its address in the setting "iosPushRelayUrl" in ${room.settingsFile.path} (environment variable SVC_PUSH_RELAY_URL).`,
      },
    ])
  })

  it('Android with an account of its own does not miss one', () => {
    const { android, said } = choose({
      androidPushServiceAccountPath: room.keep('account.json', ACCOUNT),
    })
    expect([android, said('android')]).toEqual(['android-direct', []])
  })
})

it('problems are logged as warnings when push starts', () => {
  room.open({ settings: { androidPushMode: 'x' } })
  const warnings = room.log.lines.filter(({ level }) => level === 'warn')
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('the setting "androidPushMode"'),
  ])
})
