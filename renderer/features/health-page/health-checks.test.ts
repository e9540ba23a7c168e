import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { enSettings } from '../../i18n/en-settings.ts'
import { checkHub, checkLive, checkMachines, checkPush, checkReach, checkStorage } from './health-checks.ts'

const i18n = i18next.createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: enSettings } } })
const { t } = i18n

const address = (kind: 'public' | 'network', url: string) => ({ kind, url, web: '', companion: '' })
const delivery = (result: 'accepted' | 'rejected') => ({
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
    code: null,
  },
})

describe('every check', () => {
  it('says that it is looking until the hub has answered', () => {
    const states = [
      checkHub(undefined, t),
      checkStorage(undefined, t, 'en'),
      checkReach(undefined, t),
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
      checkReach(failed, t),
      checkPush(failed, t),
      checkMachines({ status: 'error', machines: [] }, t),
    ]
    expect(findings.map(({ state, remedy }) => `${state} ${remedy}`)).toEqual(Array(5).fill('bad again'))
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

it('finds a database that grows too large', () => {
  expect(checkStorage({ data: { totalBytes: 6 * 1024 ** 3 } }, t, 'en').state).toBe('warn')
  expect(checkStorage({ data: { totalBytes: 2048 } }, t, 'en').text).toBe('The conversations take 2 kB.')
})

it('names the address that reaches farthest', () => {
  const addresses = [address('network', 'http://10.0.0.2:3006'), address('public', 'https://hub.example')]
  expect(checkReach({ data: { addresses } }, t).text).toContain('from anywhere, at https://hub.example')
  expect(checkReach({ data: { addresses: addresses.slice(0, 1) } }, t).text).toContain('http://10.0.0.2:3006')
  expect(checkReach({ data: { addresses: [] } }, t)).toMatchObject({ state: 'warn', remedy: 'pair' })
})

describe('checkPush', () => {
  it.each([
    [{ devices: [], diagnostics: [] }, 'warn', 'pair'],
    [{ devices: [delivery('accepted')], diagnostics: [] }, 'ok', undefined],
    [{ devices: [delivery('accepted'), delivery('rejected')], diagnostics: [] }, 'warn', 'devices'],
    [{ devices: [], diagnostics: [{ isProblem: true, message: 'No key file.' }] }, 'bad', 'devices'],
    [
      { devices: [delivery('accepted')], diagnostics: [{ isProblem: false, message: 'off' }] },
      'ok',
      undefined,
    ],
  ] as const)('of %j is %s', (data, state, remedy) => {
    const finding = checkPush({ data }, t)
    expect([finding.state, finding.remedy]).toEqual([state, remedy])
  })
})
