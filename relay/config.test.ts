import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_ADDRESS_LIMIT, DEFAULT_LISTEN_PORT, DEFAULT_TOKEN_LIMIT, readConfig } from './config.ts'

let folder: string
const at = (name: string) => join(folder, name)
const pem = (kind: 'ec' | 'rsa') =>
  (kind === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
  ).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-relay-'))
  const account = { project_id: 'p', client_email: 'e@p', private_key: pem('rsa') }
  writeFileSync(at('account.json'), JSON.stringify(account))
  writeFileSync(at('no-key.json'), JSON.stringify({ ...account, private_key: undefined }))
  writeFileSync(at('bad-key.json'), JSON.stringify({ ...account, private_key: 'secret words' }))
  writeFileSync(at('text.json'), 'secret words')
  writeFileSync(at('key.p8'), pem('ec'))
  writeFileSync(at('rsa.p8'), pem('rsa'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const iosEnv = (file: string) => ({
  IOSPUSH_KEY_P8_PATH: at(file),
  IOSPUSH_KEY_ID: 'K',
  IOSPUSH_TEAM_ID: 'T',
  IOSPUSH_BUNDLE_ID: 'org.example.app',
})
const androidEnv = (file: string) => ({
  ANDROID_PUSH_SERVICE_ACCOUNT_PATH: at(file),
  SVC_RELAY_ANDROID_PACKAGE: 'org.example.app',
})

it('listens on loopback and serves no platform unless it is told otherwise', () => {
  expect(readConfig({})).toEqual({
    listenHost: '127.0.0.1',
    listenPort: DEFAULT_LISTEN_PORT,
    perMinute: { token: DEFAULT_TOKEN_LIMIT, address: DEFAULT_ADDRESS_LIMIT },
    trustProxy: false,
    android: undefined,
    ios: undefined,
  })
})

it('reads everything from the environment', () => {
  const { android, ios, ...rest } = readConfig({
    ...androidEnv('account.json'),
    ...iosEnv('key.p8'),
    SVC_RELAY_LISTEN_HOST: '0.0.0.0',
    SVC_RELAY_LISTEN_PORT: '65535',
    SVC_RELAY_TOKEN_LIMIT: '5',
    SVC_RELAY_ADDRESS_LIMIT: '50',
    SVC_RELAY_TRUST_PROXY: 'true',
    IOSPUSH_ENV: 'sandbox',
    SVC_FCM_ORIGIN: 'http://127.0.0.1:1/',
    SVC_IOSPUSH_ORIGIN: 'https://apns.example',
  })
  expect(rest).toEqual({
    listenHost: '0.0.0.0',
    listenPort: 65535,
    perMinute: { token: 5, address: 50 },
    trustProxy: true,
  })
  expect(android).toMatchObject({
    packageName: 'org.example.app',
    origin: 'http://127.0.0.1:1',
    account: { projectId: 'p', clientEmail: 'e@p' },
  })
  expect(ios).toMatchObject({
    origin: 'https://apns.example',
    credentials: { keyId: 'K', teamId: 'T', bundleId: 'org.example.app', environment: 'sandbox' },
  })
})

it.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  [' ', false],
])('reads SVC_RELAY_TRUST_PROXY=%s as %s', (written, trusts) => {
  expect(readConfig({ SVC_RELAY_TRUST_PROXY: written }).trustProxy).toBe(trusts)
})

it('finds files that begin with ~ in the home folder', () => {
  const { android, ios } = readConfig(
    {
      ...androidEnv('account.json'),
      ...iosEnv('key.p8'),
      ANDROID_PUSH_SERVICE_ACCOUNT_PATH: '~/account.json',
      IOSPUSH_KEY_P8_PATH: '~/key.p8',
    },
    folder,
  )
  expect([android?.account.projectId, ios?.credentials.keyId]).toEqual(['p', 'K'])
})

it.each<[() => Record<string, string>, string]>([
  [() => ({ SVC_RELAY_LISTEN_PORT: '0' }), 'SVC_RELAY_LISTEN_PORT'],
  [() => ({ SVC_RELAY_LISTEN_PORT: '70000' }), 'SVC_RELAY_LISTEN_PORT'],
  [() => ({ SVC_RELAY_TOKEN_LIMIT: 'many' }), 'SVC_RELAY_TOKEN_LIMIT'],
  [() => ({ SVC_RELAY_TRUST_PROXY: 'yes' }), 'SVC_RELAY_TRUST_PROXY must be true or false'],
  [() => ({ SVC_RELAY_TRUST_PROXY: 'TRUE' }), 'SVC_RELAY_TRUST_PROXY must be true or false'],
  [() => ({ ANDROID_PUSH_SERVICE_ACCOUNT_PATH: at('account.json') }), 'SVC_RELAY_ANDROID_PACKAGE'],
  [() => ({ IOSPUSH_KEY_ID: 'K' }), 'IOSPUSH_KEY_P8_PATH, IOSPUSH_TEAM_ID, IOSPUSH_BUNDLE_ID'],
  [() => androidEnv('missing.json'), 'missing.json cannot be read'],
  [() => androidEnv('text.json'), 'text.json is not JSON'],
  [() => androidEnv('no-key.json'), 'no-key.json has no private_key'],
  [() => androidEnv('bad-key.json'), 'bad-key.json holds a private_key that is no RSA key'],
  [() => iosEnv('missing.p8'), 'missing.p8 cannot be read'],
  [() => iosEnv('text.json'), 'text.json holds no P-256 private key'],
  [() => iosEnv('rsa.p8'), 'rsa.p8 holds no P-256 private key'],
  [() => ({ ...iosEnv('key.p8'), IOSPUSH_ENV: 'prod' }), 'IOSPUSH_ENV must be production or sandbox'],
  [() => ({ IOSPUSH_ENV: 'foo' }), 'IOSPUSH_ENV must be production or sandbox'],
  [() => androidEnv('text.json'), 'ANDROID_PUSH_SERVICE_ACCOUNT_PATH'],
  [() => iosEnv('rsa.p8'), 'IOSPUSH_KEY_P8_PATH'],
  [() => ({ ...androidEnv('account.json'), SVC_FCM_ORIGIN: 'ftp://x' }), 'SVC_FCM_ORIGIN'],
  [() => ({ SVC_FCM_ORIGIN: 'localhost' }), 'SVC_FCM_ORIGIN'],
  [() => ({ SVC_IOSPUSH_ORIGIN: 'localhost:1' }), 'SVC_IOSPUSH_ORIGIN'],
])('refuses to start: %#', (env, says) => {
  expect(() => readConfig(env())).toThrow(says)
  try {
    readConfig(env())
  } catch (error) {
    expect((error as Error).message).not.toContain('secret words')
  }
})
