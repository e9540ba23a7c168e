import { describe, expect, it } from 'vitest'
import { AccessTokens, parseAccessToken } from './access-token.ts'

describe('parseAccessToken', () => {
  it.each([
    ['base', { base: 'base', namespace: 'default' }],
    ['  base\n', { base: 'base', namespace: 'default' }],
    ['base:team', { base: 'base', namespace: 'team' }],
    [' base:team ', { base: 'base', namespace: 'team' }],
    ['a:b:team', { base: 'a:b', namespace: 'team' }],
    ['base:default', { base: 'base', namespace: 'default' }],
    ['base:my team', { base: 'base', namespace: 'my team' }],
    ['', undefined],
    ['   ', undefined],
    [':team', undefined],
    ['base:', undefined],
    [':', undefined],
    ['base :team', undefined],
    ['base: team', undefined],
  ])('reads %j', (text, expected) => expect(parseAccessToken(text)).toEqual(expected))
})

describe('AccessTokens', () => {
  const tokens = new AccessTokens('s3cret')

  it.each([
    ['s3cret', { namespace: 'default' }],
    [' s3cret ', { namespace: 'default' }],
    ['s3cret:team', { namespace: 'team' }],
    ['s3cre', undefined],
    ['s3crett', undefined],
    ['S3cret', undefined],
    ['wrong:team', undefined],
    ['s3cret:', undefined],
    ['x:s3cret', undefined],
    ['', undefined],
  ])('verifies %j', (text, expected) => expect(tokens.verify(text)).toEqual(expected))

  it('knows only the newest base token', () => {
    const replaced = new AccessTokens('old')
    replaced.replace('new')
    expect([replaced.verify('old'), replaced.verify('new:team')]).toEqual([undefined, { namespace: 'team' }])
  })
})
