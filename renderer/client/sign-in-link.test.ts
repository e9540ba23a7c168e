import { describe, expect, it } from 'vitest'
import { normaliseHubOrigin, readPairingText, signInFromPageUrl } from './sign-in-link.ts'

describe('normaliseHubOrigin', () => {
  it.each([
    ['HTTPS://Hub.Example.COM:443/path?q=1#f', 'https://hub.example.com'],
    ['http://10.0.0.2:3006/', 'http://10.0.0.2:3006'],
    ['http://hub:80', 'http://hub'],
    [' hub.local:3006 ', 'http://hub.local:3006'],
    ['ftp://hub', undefined],
    ['', undefined],
    ['http://', undefined],
  ])('reads %j as %j', (text, expected) => {
    expect(normaliseHubOrigin(text)).toBe(expected)
  })
})

describe('signInFromPageUrl', () => {
  it('reads hub and token and takes both out of the address', () => {
    expect(
      signInFromPageUrl(
        'https://app.example/sessions?hub=http%3A%2F%2FHub%3A3006%2F&token=abc%3Ateam&tab=1#x',
      ),
    ).toEqual({
      signIn: { hub: 'http://hub:3006', accessToken: 'abc:team' },
      cleanUrl: '/sessions?tab=1#x',
    })
  })

  it('takes the page itself as the hub when the link names none', () => {
    expect(signInFromPageUrl('http://hub:3006/?token=abc')).toEqual({
      signIn: { hub: 'http://hub:3006', accessToken: 'abc' },
      cleanUrl: '/',
    })
  })

  it('removes an empty token without signing in', () => {
    expect(signInFromPageUrl('http://hub/?token=')).toEqual({ signIn: undefined, cleanUrl: '/' })
  })

  it('leaves an ordinary address alone', () => {
    expect(signInFromPageUrl('http://hub/?tab=1')).toEqual({ signIn: undefined, cleanUrl: undefined })
  })
})

describe('readPairingText', () => {
  it.each([
    [
      'svccompanion://bind?hub=http%3A%2F%2Fhub%3A3006&code=abc',
      { hub: 'http://hub:3006', accessToken: 'abc' },
    ],
    [
      'https://app.example/?hub=https://hub.example&token=abc',
      { hub: 'https://hub.example', accessToken: 'abc' },
    ],
    ['http://hub:3006/?token=abc', { hub: 'http://hub:3006', accessToken: 'abc' }],
    [' abc:team \n', { hub: undefined, accessToken: 'abc:team' }],
    ['svccompanion://other?hub=http://hub&code=abc', undefined],
    ['svccompanion://bind?code=abc', undefined],
    ['http://hub:3006/', undefined],
    ['  ', undefined],
  ])('reads %j', (text, expected) => {
    expect(readPairingText(text)).toEqual(expected)
  })
})
