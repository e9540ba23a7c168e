import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Config, type Environment, loadConfig } from './config.ts'
import { SETTING_KEYS, SETTINGS, SettingError, type SettingKey } from './settings.ts'

let home: string
let settingsPath: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-config-'))
  settingsPath = join(home, '.svc', 'settings.json')
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

const load = (env: Environment = {}) => loadConfig({ env, home })

function writeSettings(content: unknown) {
  mkdirSync(join(home, '.svc'), { recursive: true })
  writeFileSync(settingsPath, typeof content === 'string' ? content : JSON.stringify(content))
}

const stored = () => JSON.parse(readFileSync(settingsPath, 'utf8'))

const seen = ({ settings, sources }: Config, key: SettingKey) => [settings[key], sources[key]]

async function refusal(env: Environment = {}): Promise<string> {
  const error = await load(env).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(SettingError)
  return (error as SettingError).message
}

/** key, variable, its text, the value that text means, another value for the file, default, bad value, bad text */
const rows: [SettingKey, string | undefined, string, unknown, unknown, unknown, unknown, string][] = [
  [
    'apiUrl',
    'SVC_API_URL',
    'https://a.example',
    'https://a.example',
    'http://b.example',
    'http://localhost:3006',
    'ftp://x',
    'hub',
  ],
  [
    'extraHeaders',
    'SVC_EXTRA_HEADERS_JSON',
    '{"X-A":"1"}',
    { 'X-A': '1' },
    { 'X-B': '2' },
    undefined,
    { a: 1 },
    '{"X-A":1}',
  ],
  ['listenHost', 'SVC_LISTEN_HOST', '0.0.0.0', '0.0.0.0', '::1', '127.0.0.1', '', ''],
  ['listenPort', 'SVC_LISTEN_PORT', '65535', 65535, 1, 3006, '3006', '70000'],
  [
    'publicUrl',
    'SVC_PUBLIC_URL',
    'https://p.example',
    'https://p.example',
    'http://q.example/x',
    undefined,
    'p.example',
    'p.example',
  ],
  [
    'corsOrigins',
    'CORS_ORIGINS',
    'https://a.example, *,',
    ['https://a.example', '*'],
    ['http://b.example'],
    [],
    'https://a.example',
    'a.example',
  ],
  ['messagingBotToken', 'MESSAGING_BOT_TOKEN', 'bot', 'bot', 'other', undefined, 5, ''],
  ['messagingBotNotification', 'MESSAGING_BOT_NOTIFICATION', 'false', false, false, true, 'false', 'yes'],
  ['pushGatewaySendKey', 'PUSH_GATEWAY_SENDKEY', 'key', 'key', 'other', undefined, 5, ''],
  ['pushGatewayNotification', 'PUSH_GATEWAY_NOTIFICATION', 'false', false, false, true, 0, '0'],
  ['pushGatewayBackgroundOnly', 'PUSH_GATEWAY_BACKGROUND_ONLY', 'true', true, true, false, 1, '1'],
  ['relayAuthKey', 'SVC_RELAY_AUTH', 'auth', 'auth', 'other', undefined, [], ''],
  [
    'vapidKeys',
    undefined,
    '',
    undefined,
    { publicKey: 'p', privateKey: 'q' },
    undefined,
    { publicKey: 'p' },
    '',
  ],
  ['machineId', undefined, '', undefined, 'm1', undefined, 1, ''],
  ['machineIdConfirmedByServer', undefined, '', undefined, true, undefined, 'true', ''],
  ['runnerAutoStartWhenRunningCli', undefined, '', undefined, false, undefined, 'no', ''],
  ['sessionSummaryContract', undefined, '', undefined, true, false, 'on', ''],
  ['sessionSummaryInChat', undefined, '', undefined, true, false, 'on', ''],
  ['providerCredentials', undefined, '', undefined, { openai: { apiKey: 'k' } }, undefined, 'k', ''],
  ['androidPushMode', 'SVC_ANDROID_PUSH', 'nonsense', 'nonsense', 'off', 'auto', 1, ''],
  [
    'androidPushServiceAccountPath',
    'ANDROID_PUSH_SERVICE_ACCOUNT_PATH',
    '/e.json',
    '/e.json',
    '/f.json',
    undefined,
    1,
    '',
  ],
  ['iosPushMode', 'SVC_IOS_PUSH', 'nonsense', 'nonsense', 'off', 'relay', 1, ''],
  [
    'iosPushRelayUrl',
    'SVC_PUSH_RELAY_URL',
    'https://r.example',
    'https://r.example',
    'http://s.example',
    undefined,
    'r',
    'r',
  ],
  ['iosPushKeyP8Path', 'IOSPUSH_KEY_P8_PATH', '/e.p8', '/e.p8', '/f.p8', undefined, 1, ''],
  ['iosPushKeyId', 'IOSPUSH_KEY_ID', 'E', 'E', 'F', undefined, 1, ''],
  ['iosPushTeamId', 'IOSPUSH_TEAM_ID', 'E', 'E', 'F', undefined, 1, ''],
  ['iosPushBundleId', 'IOSPUSH_BUNDLE_ID', 'e.app', 'e.app', 'f.app', undefined, 1, ''],
  ['iosPushEnv', 'IOSPUSH_ENV', 'sandbox', 'sandbox', 'production', undefined, 1, ''],
]

const overridable = rows.filter(([, variable]) => variable !== undefined)
const refusable = rows.filter((row) => row[7] !== '')
const strict = rows.filter(([key]) => !SETTINGS[key].forChannel)
const lenient = rows.filter(([key]) => SETTINGS[key].forChannel)

describe.each(rows)('%s', (key, _variable, _text, _fromText, inFile, fallback) => {
  it('takes its default', async () => expect(seen(await load(), key)).toEqual([fallback, 'default']))

  it('takes its value from the file', async () => {
    writeSettings({ [key]: inFile })
    expect(seen(await load(), key)).toEqual([inFile, 'file'])
  })
})

describe.each(lenient)('%s', (key) => {
  const isCredential = !['androidPushMode', 'iosPushMode', 'iosPushEnv'].includes(key)

  it.each([
    [1, '1'],
    ['', ''],
    [null, 'null'],
    [{ a: 1 }, '{"a":1}'],
  ])('leaves %j to its channel, and to the file', async (value, asText) => {
    writeSettings({ [key]: value })
    const { settings, sources, settingsFile } = await load()
    expect([settings[key], sources[key]]).toEqual([isCredential ? '' : asText, 'file'])
    await settingsFile.update((present) => ({ ...present, listenPort: 4000 }))
    expect(stored()).toMatchObject({ [key]: value, listenPort: 4000 })
  })
})

it('is lenient with what is for a push channel of devices alone', () => {
  expect(lenient.map(([key]) => key)).toEqual([
    'androidPushMode',
    'androidPushServiceAccountPath',
    'iosPushMode',
    'iosPushKeyP8Path',
    'iosPushKeyId',
    'iosPushTeamId',
    'iosPushBundleId',
    'iosPushEnv',
  ])
})

describe.each(strict)('%s', (key, variable, _text, _fromText, _inFile, _fallback, badValue) => {
  it('refuses a bad value in the file, naming file, key and variable, and leaves the file alone', async () => {
    writeSettings({ [key]: badValue })
    const before = readFileSync(settingsPath)
    const message = await refusal()
    expect(message).toContain(`"${key}"`)
    expect(message).toContain(settingsPath)
    expect(message).toContain(`must be ${SETTINGS[key].expected}`)
    expect(message).toContain(variable ?? key)
    expect(readFileSync(settingsPath)).toEqual(before)
  })
})

describe.each(overridable)('%s from %s', (key, variable = '', text, fromText, inFile) => {
  it('wins over the file and leaves that alone', async () => {
    writeSettings({ cliApiToken: 'token-of-the-file', [key]: inFile })
    const before = readFileSync(settingsPath)
    expect(seen(await load({ [variable]: text }), key)).toEqual([fromText, 'environment'])
    expect(readFileSync(settingsPath)).toEqual(before)
  })

  it('is kept when the file has no value', async () => {
    await load({ [variable]: text })
    expect(stored()[key]).toEqual(fromText)
    expect(seen(await load(), key)).toEqual([fromText, 'file'])
  })

  it('is as good as absent when it is blank', async () => {
    writeSettings({ [key]: inFile })
    expect(seen(await load({ [variable]: ' ' }), key)).toEqual([inFile, 'file'])
  })
})

describe.each(refusable)(
  '%s',
  (key, variable = '', _text, _fromText, _inFile, _fallback, _badValue, badText) => {
    it('is refused with a bad value in the environment, naming file, key and variable', async () => {
      const message = await refusal({ [variable]: badText })
      expect(message).toContain(`"${key}"`)
      expect(message).toContain(settingsPath)
      expect(message).toContain(variable)
      expect(message).toContain(`must be ${SETTINGS[key].expected}`)
      expect(readdirSync(home)).toEqual([])
    })
  },
)

it('has a row for every key', () => {
  expect(['cliApiToken', ...rows.map(([key]) => key)].sort()).toEqual([...SETTING_KEYS].sort())
  expect(rows.map(([key, variable]) => [key, variable])).toEqual(
    rows.map(([key]) => [key, SETTINGS[key].variable]),
  )
})

describe('listenPort', () => {
  it.each(['0', '70000', '-1', '80.5', '3006x', '0x50', '1e3'])(
    'refuses SVC_LISTEN_PORT=%s',
    async (text) => {
      expect(await refusal({ SVC_LISTEN_PORT: text })).toContain('must be a whole number from 1 to 65535')
    },
  )

  it.each([0, 65536, 80.5, null])('refuses %j in the file', async (listenPort) => {
    writeSettings({ listenPort })
    expect(await refusal()).toContain('must be a whole number from 1 to 65535')
  })
})

describe('access token', () => {
  it('is generated once, 32 random bytes as base64url, and said to be new once', async () => {
    const first = await load()
    expect(first.settings.cliApiToken).toMatch(/^[\w-]{43}$/)
    expect([first.isTokenNew, first.sources.cliApiToken]).toEqual([true, 'default'])
    const second = await load()
    expect([second.isTokenNew, second.sources.cliApiToken]).toEqual([false, 'file'])
    expect(second.settings.cliApiToken).toBe(first.settings.cliApiToken)
    expect(second.warnings).toEqual([])
  })

  it('comes from the environment, is kept if the file has none, and never replaces one', async () => {
    const first = await load({ CLI_API_TOKEN: 'first-token-from-outside' })
    expect([first.settings.cliApiToken, first.isTokenNew]).toEqual(['first-token-from-outside', false])
    const second = await load({ CLI_API_TOKEN: 'another-token-from-outside' })
    expect(second.settings.cliApiToken).toBe('another-token-from-outside')
    expect((await load()).settings.cliApiToken).toBe('first-token-from-outside')
  })

  it('is refused with a colon, and is not repeated in the message', async () => {
    const message = await refusal({ CLI_API_TOKEN: 'hidden:part' })
    expect(message).toContain('CLI_API_TOKEN')
    expect(message).not.toContain('hidden')
    writeSettings({ cliApiToken: 'hidden:part' })
    expect(await refusal()).not.toContain('hidden')
  })

  it('earns a warning when it is weak', async () => {
    const { warnings } = await load({ CLI_API_TOKEN: 'short' })
    expect(warnings).toEqual([expect.stringContaining('shorter than 16 characters')])
  })
})

describe('files', () => {
  it('keeps everything readable by its owner alone, and tightens what is not', async () => {
    const modes = () =>
      ['', 'settings.json', 'jwt-secret.json', 'owner-id.json'].map(
        (name) => statSync(join(home, '.svc', name)).mode & 0o777,
      )
    writeSettings({})
    await load()
    expect(modes()).toEqual([0o700, 0o600, 0o600, 0o600])
  })

  it('leaves the rights of a shared folder alone', async () => {
    const shared = join(home, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    await load({ SVC_HOME: shared })
    expect(statSync(shared).mode & 0o7777).toBe(0o1777)
  })

  it('leaves no lock or temporary file behind', async () => {
    await load({ SVC_LISTEN_PORT: '4000' })
    expect(readdirSync(join(home, '.svc')).sort()).toEqual([
      'jwt-secret.json',
      'owner-id.json',
      'settings.json',
    ])
  })

  it.each(['{"listenPort": 30', '', '[]', 'null', '"text"'])(
    'refuses the unreadable file %j untouched',
    async (text) => {
      writeSettings(text)
      expect(await refusal({ SVC_LISTEN_PORT: '4000' })).toContain(settingsPath)
      expect(readFileSync(settingsPath, 'utf8')).toBe(text)
      expect(readdirSync(join(home, '.svc'))).toEqual(['settings.json'])
    },
  )

  it.each(['listenport', 'constructor', '__proto__'])(
    'refuses the unknown key %s and leaves the file',
    async (key) => {
      const text = `{"${key}":1}`
      writeSettings(text)
      const message = await refusal()
      expect(message).toContain(`unknown setting "${key}"`)
      expect(message).toContain(settingsPath)
      expect(readFileSync(settingsPath, 'utf8')).toBe(text)
    },
  )

  it.each([
    ['webappHost', 'listenHost', 'SVC_LISTEN_HOST'],
    ['webappPort', 'listenPort', 'SVC_LISTEN_PORT'],
    ['webappUrl', 'publicUrl', 'SVC_PUBLIC_URL'],
  ])('says what replaces the old key %s', async (old, replacement, variable) => {
    writeSettings({ [old]: 'x' })
    const message = await refusal()
    expect(message).toContain(`"${old}"`)
    expect(message).toContain(`"${replacement}"`)
    expect(message).toContain(variable)
  })

  it('is one file for many programs: concurrent changes all survive', async () => {
    const { settingsFile } = await load()
    const changes = [
      { publicUrl: 'https://p.example' },
      { listenPort: 4000 },
      { machineId: 'm' },
      { apiUrl: 'http://a' },
    ]
    await Promise.all(changes.map((change) => settingsFile.update((present) => ({ ...present, ...change }))))
    expect(stored()).toMatchObject(Object.assign({}, ...changes))
  })

  it('refuses to write a bad value', async () => {
    const { settingsFile } = await load()
    const before = readFileSync(settingsPath)
    await expect(settingsFile.update((present) => ({ ...present, listenPort: 0 }))).rejects.toThrow(
      'listenPort',
    )
    expect(readFileSync(settingsPath)).toEqual(before)
  })
})

describe('places', () => {
  it('puts the data into ~/.svc, or where SVC_HOME says', async () => {
    const usual = await load()
    expect([usual.home, usual.databasePath]).toEqual([join(home, '.svc'), join(home, '.svc', 'hub.db')])
    expect((await load({ SVC_HOME: '~/elsewhere' })).home).toBe(join(home, 'elsewhere'))
    expect((await load({ SVC_HOME: join(home, 'there') })).home).toBe(join(home, 'there'))
  })

  it('lets paths begin with ~, and keeps it in the file', async () => {
    const { settings } = await load({ IOSPUSH_KEY_P8_PATH: '~/keys/a.p8' })
    expect(settings.iosPushKeyP8Path).toBe(join(home, 'keys/a.p8'))
    expect(stored().iosPushKeyP8Path).toBe('~/keys/a.p8')
  })
})

describe('SVC_SESSION_IDLE_TIMEOUT_MS', () => {
  it('is twelve hours unless the environment says otherwise, and is never kept', async () => {
    expect((await load()).sessionIdleTimeoutMs).toBe(12 * 60 * 60 * 1000)
    expect((await load({ SVC_SESSION_IDLE_TIMEOUT_MS: '5000' })).sessionIdleTimeoutMs).toBe(5000)
    expect((await load()).sessionIdleTimeoutMs).toBe(12 * 60 * 60 * 1000)
  })

  it.each(['0', '-1', '1.5', '12h'])('refuses %s', async (text) => {
    expect(await refusal({ SVC_SESSION_IDLE_TIMEOUT_MS: text })).toContain('SVC_SESSION_IDLE_TIMEOUT_MS')
  })
})
