import { describe, expect, it } from 'vitest'
import type { PairingAddress } from '../../../contract/owner.ts'
import { readPairingText } from '../../client/sign-in-link.ts'
import { codeOf, hubAddresses, isLoopbackHost, pairingLinks, pairingWays } from './pairing-address.ts'

const wifi: PairingAddress = {
  url: 'http://192.168.1.20:3006',
  kind: 'network',
  ...pairingLinks('http://192.168.1.20:3006', 'code'),
}

describe('pairingWays', () => {
  it('adds the way this page came when the hub does not know it', () => {
    expect(
      pairingWays([wifi], 'https://hub.example', 'a b:team').map(({ url, kind }) => [url, kind]),
    ).toEqual([
      ['http://192.168.1.20:3006', 'network'],
      ['https://hub.example', 'page'],
    ])
  })

  it.each(['http://127.0.0.1:3006', 'http://localhost:3006', 'http://[::1]:3006', 'http://hub.localhost'])(
    'does not offer %s, which only this computer can open',
    (origin) => {
      expect(pairingWays([wifi], origin, 'code')).toEqual([wifi])
    },
  )

  it('names each way once', () => {
    expect(pairingWays([wifi], wifi.url, 'code')).toEqual([wifi])
  })

  it('offers nothing it has no code for', () => {
    expect(pairingWays([], 'https://hub.example', undefined)).toEqual([])
  })
})

describe('hubAddresses', () => {
  it.each([
    ['http://127.0.0.1:3006', 'here'],
    ['https://hub.example', 'page'],
  ])('adds the address of the page, %s, after those that the hub knows', (origin, kind) => {
    expect(hubAddresses([wifi], origin)).toEqual([
      { url: wifi.url, kind: 'network' },
      { url: origin, kind },
    ])
  })

  it('names each address once, and always one', () => {
    expect(hubAddresses([wifi], wifi.url)).toEqual([{ url: wifi.url, kind: 'network' }])
    expect(hubAddresses([], 'http://localhost:3006')).toEqual([
      { url: 'http://localhost:3006', kind: 'here' },
    ])
  })
})

it('makes links that the sign-in reads again, whatever the code holds', () => {
  const code = 'a+b/c=d&e :team'
  const { web, companion } = pairingLinks('https://hub.example:8443', code)
  const pairing = { hub: 'https://hub.example:8443', accessToken: code }
  expect([readPairingText(web), readPairingText(companion)]).toEqual([pairing, pairing])
  expect(codeOf(web)).toBe(code)
})

it('takes other hosts for reachable ones', () => {
  expect(['192.168.1.20', 'hub.example', '[fd00::1]', 'localhost.example'].some(isLoopbackHost)).toBe(false)
})
