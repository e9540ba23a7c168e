import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import type { Delivery, Reachability } from '../../../contract/owner.ts'
import { enPairing } from '../../i18n/en-pairing.ts'
import { enSettings } from '../../i18n/en-settings.ts'
import {
  checkConfiguration,
  checkHub,
  checkLive,
  checkMachines,
  checkPush,
  checkReach,
  checkStorage,
  type DatabaseFacts,
} from './health-checks.ts'

const i18n = i18next.createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: { ...enSettings, ...enPairing } } } })
const { t } = i18n

const address = (kind: 'public' | 'network', url: string) => ({ kind, url, web: '', companion: '' })
const found = (url: string, result: Reachability['result']) => ({ url, result, code: null })
const delivery = (result: Delivery['result'], code: string | null = null) => ({
  platform: 'ios' as const,
  lastDelivery: {
    id: 1,
    at: 0,
    dispatchId: 'd',
    namespace: 'default',
    channel: 'ios-relay',
    deviceId: 'p',
    platform: 'ios' as const,
    tokenHash: 'h',
    event: 'ready' as const,
    sessionId: 's',
    result,
    code,
  },
})

describe('every check', () => {
  it('says that it is looking until the hub has answered', () => {
    const states = [
      checkHub(undefined, t),
      checkStorage(undefined, t, 'en'),
      checkReach(undefined, undefined, t),
      checkReach({ data: { addresses: [address('public', 'https://hub.example')] } }, undefined, t),
      checkConfiguration(undefined, t),
      checkPush(undefined, t),
      checkMachines({ status: 'loading', machines: [] }, t),
      checkLive({ state: 'connecting' }, t),
    ].map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['busy']))
  })

  it('offers another look when the hub could not say', () => {
    const failed = { failure: 'The disk is on fire.' }
    const findings = [
      checkHub(failed, t),
      checkStorage(failed, t, 'en'),
      checkReach(failed, undefined, t),
      checkReach({ data: { addresses: [address('public', 'https://hub.example')] } }, failed, t),
      checkConfiguration(failed, t),
      checkPush(failed, t),
      checkMachines({ status: 'error', machines: [] }, t),
    ]
    expect(findings.map(({ state, remedy }) => `${state} ${remedy}`)).toEqual(Array(7).fill('bad again'))
  })
})

it('finds a hub of another protocol', () => {
  expect(checkHub({ data: { protocolVersion: 2, tookMs: 5 } }, t).remedy).toBe('reload')
  expect(checkHub({ data: { protocolVersion: 1, tookMs: 5.4 } }, t)).toEqual({
    state: 'ok',
    text: 'The hub is running and answers in 5 ms.',
  })
})

it('finds a page that is cut off', () => {
  expect(checkLive({ state: 'offline' }, t)).toMatchObject({ state: 'bad', remedy: 'connect' })
})

const database = (facts: Partial<DatabaseFacts>) => ({
  data: { totalBytes: 2048, staged: null, lastRestore: null, ...facts },
})

it('finds a database that grows too large', () => {
  expect(checkStorage(database({ totalBytes: 6 * 1024 ** 3 }), t, 'en').state).toBe('warn')
  expect(checkStorage(database({}), t, 'en')).toEqual({
    state: 'ok',
    text: 'The data can be read. It takes 2 kB.',
  })
})

it.each<Partial<DatabaseFacts>>([{ staged: { since: 1, sizeBytes: 1 } }, { lastRestore: 'refused' }])(
  'finds a database with %j',
  (facts) => {
    expect(checkStorage(database(facts), t, 'en')).toMatchObject({ state: 'warn', remedy: 'storage' })
  },
)

it('finds settings that would not do for a start, or are not in force', () => {
  const check = (problem: string | null, restartRequired: boolean) =>
    checkConfiguration({ data: { problem, restartRequired } }, t)
  expect([check(null, false), check(null, true), check('No JSON.', false)]).toMatchObject([
    { state: 'ok' },
    { state: 'warn', remedy: 'configuration' },
    { state: 'bad', remedy: 'configuration' },
  ])
})

describe('checkReach', () => {
  const WIFI = 'http://10.0.0.2:3006'
  const PUBLIC = 'https://hub.example'
  const both = [address('network', WIFI), address('public', PUBLIC)]
  const check = (addresses: typeof both, results: readonly Reachability[]) =>
    checkReach({ data: { addresses } }, { data: results }, t)

  it('names the address that reaches farthest', () => {
    const results = [found(WIFI, 'reachable'), found(PUBLIC, 'reachable')]
    expect(check(both, results)).toEqual({
      state: 'ok',
      text: expect.stringContaining(`anywhere, at ${PUBLIC}`),
    })
    expect(check(both.slice(0, 1), results)).toEqual({ state: 'ok', text: expect.stringContaining(WIFI) })
  })

  it.each(['refused', 'not-ours', 'timeout', 'tls'] as const)('is not content where it is %s', (result) => {
    expect([
      check(both, [found(WIFI, 'reachable'), found(PUBLIC, result)]),
      check(both, [found(WIFI, result), found(PUBLIC, result)]),
      check(both.slice(0, 1), [found(WIFI, result)]),
    ]).toEqual([
      { state: 'warn', remedy: 'reach', text: expect.stringMatching(/Wi-Fi reach.*not answer at https/) },
      { state: 'warn', remedy: 'reach', text: expect.stringContaining(PUBLIC) },
      { state: 'warn', remedy: 'reach', text: expect.stringContaining(WIFI) },
    ])
  })

  it('looks for the address that does answer', () => {
    const addresses = [address('network', 'http://172.17.0.1:3006'), address('network', WIFI)]
    const results = [found('http://172.17.0.1:3006', 'timeout'), found(WIFI, 'reachable')]
    expect(check(addresses, results).text).toContain(WIFI)
  })

  it('leads to pairing where there is no address', () => {
    expect(checkReach({ data: { addresses: [] } }, undefined, t)).toMatchObject({
      state: 'warn',
      remedy: 'pair',
    })
  })
})

describe('checkPush', () => {
  it.each([
    [{ devices: [], diagnostics: [] }, 'warn', 'pair'],
    [{ devices: [delivery('accepted')], diagnostics: [] }, 'ok', undefined],
    [{ devices: [delivery('accepted'), delivery('rejected')], diagnostics: [] }, 'warn', 'devices'],
    [{ devices: [], diagnostics: [{ channel: 'ios', isProblem: true }] }, 'bad', 'devices'],
    [
      { devices: [delivery('accepted')], diagnostics: [{ channel: 'android', isProblem: false }] },
      'ok',
      undefined,
    ],
    [
      { devices: [delivery('accepted')], diagnostics: [{ channel: 'ios', isProblem: false }] },
      'warn',
      'devices',
    ],
    [
      {
        devices: [{ platform: 'wear', lastDelivery: null }],
        diagnostics: [{ channel: 'android', isProblem: false }],
      },
      'warn',
      'devices',
    ],
    [{ devices: [delivery('suppressed', 'channel-off')], diagnostics: [] }, 'warn', 'devices'],
    [{ devices: [delivery('suppressed', 'not-wanted')], diagnostics: [] }, 'ok', undefined],
  ] as const)('of %j is %s', (data, state, remedy) => {
    const finding = checkPush({ data }, t)
    expect([finding.state, finding.remedy]).toEqual([state, remedy])
  })
})
