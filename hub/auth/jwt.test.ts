import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { Jwt } from './jwt.ts'

const FOUR_HOURS_MS = 4 * 60 * 60 * 1000
const secret = new Uint8Array(32).fill(1)

function setUp() {
  const clock = new ManualClock(1_700_000_000_000)
  return { clock, jwt: new Jwt({ secret, clock }) }
}

const signed = (payload: Record<string, unknown>, key = secret, alg = 'HS256') =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(key)

describe('Jwt', () => {
  it('signs {uid, ns} with iat and exp four hours later', async () => {
    const { jwt } = setUp()
    const token = await jwt.sign({ uid: 42, ns: 'team' })
    expect(decodeJwt(token)).toEqual({ uid: 42, ns: 'team', iat: 1_700_000_000, exp: 1_700_014_400 })
    expect(decodeProtectedHeader(token).alg).toBe('HS256')
  })

  it('accepts a token until it expires, whether seen before or not', async () => {
    const { clock, jwt } = setUp()
    const token = await jwt.sign({ uid: 42, ns: 'team' })
    const payload = { uid: 42, ns: 'team' }
    expect(await jwt.verify(token)).toEqual(payload)
    clock.advance(FOUR_HOURS_MS - 1000)
    expect(await jwt.verify(token)).toEqual(payload)
    expect(await new Jwt({ secret, clock }).verify(token)).toEqual(payload)
    clock.advance(1000)
    expect(await jwt.verify(token)).toBe('invalid')
    expect(await jwt.verify(token)).toBe('invalid')
    expect(await new Jwt({ secret, clock }).verify(token)).toBe('invalid')
  })

  it('refuses everything signed before its secret was replaced, whether seen before or not', async () => {
    const { jwt } = setUp()
    const [seen, unseen, underWay] = await Promise.all([1, 2, 3].map((uid) => jwt.sign({ uid, ns: 'team' })))
    await jwt.verify(seen as string)
    const checking = jwt.verify(underWay as string)
    jwt.replaceSecret(new Uint8Array(32).fill(2))
    const verdicts = [await checking, await jwt.verify(seen as string), await jwt.verify(unseen as string)]
    expect(verdicts).toEqual(['invalid', 'invalid', 'invalid'])
    expect(await jwt.verify(underWay as string)).toBe('invalid')
    expect(await jwt.verify(await jwt.sign({ uid: 4, ns: 'team' }))).toEqual({ uid: 4, ns: 'team' })
  })

  it.each([
    ['another secret', () => signed({ uid: 1, ns: 'a', exp: 2_000_000_000 }, new Uint8Array(32).fill(2))],
    ['another algorithm', () => signed({ uid: 1, ns: 'a', exp: 2_000_000_000 }, new Uint8Array(64), 'HS512')],
    ['no signature', async () => `${btoa('{"alg":"none"}')}.${btoa('{"uid":1,"ns":"a"}')}.`],
    ['no JWT', async () => 'nonsense'],
  ])('refuses %s as invalid', async (_, token) => {
    expect(await setUp().jwt.verify(await token())).toBe('invalid')
  })

  it.each([
    ['a text as uid', { uid: '1', ns: 'a', exp: 2_000_000_000 }],
    ['no ns', { uid: 1, exp: 2_000_000_000 }],
    ['an empty ns', { uid: 1, ns: '', exp: 2_000_000_000 }],
    ['no expiry', { uid: 1, ns: 'a' }],
  ])('names the payload when it has %s', async (_, payload) => {
    expect(await setUp().jwt.verify(await signed(payload))).toBe('payload')
  })

  it('keeps verifying after it has forgotten old tokens', async () => {
    const { jwt } = setUp()
    const first = await jwt.sign({ uid: 0, ns: 'a' })
    await jwt.verify(first)
    for (let uid = 1; uid <= 1000; uid += 1) await jwt.verify(await jwt.sign({ uid, ns: 'a' }))
    expect(await jwt.verify(first)).toEqual({ uid: 0, ns: 'a' })
  })
})
