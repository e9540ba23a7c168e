import { describe, expect, it } from 'vitest'
import { findDeepLink, isOwnHub, openDeepLink, readDeepLink } from './deep-links.ts'

const hub = encodeURIComponent('http://192.168.1.5:3006')

describe('an app link', () => {
  it.each([
    ['svccompanion://open', { type: 'open' }],
    ['svccompanion://open/', { type: 'open' }],
    ['SVCCOMPANION://open', { type: 'open' }],
    ['svccompanion://session?id=0198c1f2-7a53', { type: 'session', sessionId: '0198c1f2-7a53' }],
    [`svccompanion://bind?hub=${hub}&code=abc`, { type: 'bind', hub: 'http://192.168.1.5:3006' }],
    [`svccompanion://bind?code=abc&hub=${hub}`, { type: 'bind', hub: 'http://192.168.1.5:3006' }],
  ])('%s is read', (text, link) => {
    expect(readDeepLink(text)).toEqual(link)
  })

  it.each([
    'svccompanion://',
    'svccompanion:open',
    'svccompanion://open/more',
    'svccompanion://open?x=1',
    'svccompanion://open#top',
    'svccompanion://open#',
    'svccompanion://me@open',
    'svccompanion://me:x@open',
    'svccompanion://open:80',
    'svccompanion://session',
    'svccompanion://session?id=',
    'svccompanion://session?id=../../x',
    'svccompanion://session?id=a&id=b',
    'svccompanion://session?id=a&allow=true',
    `svccompanion://bind?hub=${hub}`,
    `svccompanion://bind?hub=${hub}&code=`,
    `svccompanion://bind?hub=${hub}&code=a&code=b`,
    `svccompanion://bind?hub=${hub}&code=a&next=/x`,
    'svccompanion://bind?hub=javascript:alert(1)&code=a',
    'svccompanion://bind?hub=file:///etc&code=a',
    'svccompanion://bind?hub=http://me:x@h&code=a',
    'svccompanion://allow?id=a',
    'https://open',
    'xsvccompanion://open',
    `svccompanion://session?id=${'a'.repeat(3000)}`,
    '',
  ])('%s is refused', (text) => {
    expect(readDeepLink(text)).toBeUndefined()
  })

  it('is found among the arguments of a start', () => {
    expect(findDeepLink(['/opt/svc-hub', '--hidden', 'svccompanion://open'])).toBe('svccompanion://open')
    expect(findDeepLink(['/opt/svc-hub', '--hidden'])).toBeUndefined()
  })
})

describe('a pairing link', () => {
  const own = { origin: 'http://0.0.0.0:3006', publicUrl: 'https://hub.example.org/app' }
  it.each([
    ['http://192.168.1.5:3006', true],
    ['http://127.0.0.1:3006', true],
    ['http://localhost:3006', true],
    ['http://[::1]:3006', true],
    ['https://hub.example.org', true],
    ['http://192.168.1.5:3007', false],
    ['http://192.168.1.6:3006', false],
    ['https://192.168.1.5:3006', false],
    ['https://example.org', false],
  ])('of %s is for this hub: %s', (hub, isOwn) => {
    expect(isOwnHub(hub, own, ['192.168.1.5'])).toBe(isOwn)
  })

  it('is for nobody here while there is no hub', () => {
    expect(isOwnHub('http://127.0.0.1:3006', undefined, [])).toBe(false)
  })
})

describe('opening an app link', () => {
  it.each([
    ['svccompanion://open', ['show undefined']],
    ['svccompanion://session?id=a-1', ['show /sessions/a-1']],
    [`svccompanion://bind?hub=${hub}&code=x`, ['show undefined', 'foreign http://192.168.1.5:3006']],
    ['svccompanion://bind?hub=http%3A%2F%2Fmine&code=x', ['show /pair']],
    ['svccompanion://format?disk=c', ['show undefined']],
  ])('%s', (text, expected) => {
    const happened: string[] = []
    const window = {
      show: (path?: string) => void happened.push(`show ${path}`),
      tell: (news: { hub: string }) => void happened.push(`foreign ${news.hub}`),
    }
    openDeepLink(readDeepLink(text), window, (origin) => origin === 'http://mine')
    expect(happened).toEqual(expected)
  })
})
