import { describe, expect, it } from 'vitest'
import { miniAppFromPageUrl } from './mini-app.ts'

const INIT_DATA = 'query_id=AAE&user=%7B%22id%22%3A99%7D&auth_date=1700000000&hash=abc'
const hashOf = (fields: Record<string, string>) => `#${new URLSearchParams(fields)}`
const opened = hashOf({
  tgWebAppData: INIT_DATA,
  tgWebAppVersion: '8.0',
  tgWebAppPlatform: 'ios',
  tgWebAppThemeParams: '{"bg_color":"#ffffff"}',
})

describe('miniAppFromPageUrl', () => {
  it('reads init data as it was signed and leaves nothing of the messaging client in the address', () => {
    expect(miniAppFromPageUrl(`https://hub.example/${opened}`)).toEqual({
      initData: INIT_DATA,
      cleanUrl: '/',
    })
  })

  it.each([
    [`?startapp=session_a1-b2${opened}`, '/sessions/a1-b2'],
    [`?tgWebAppStartParam=session_a1-b2${opened}`, '/sessions/a1-b2'],
    [hashOf({ tgWebAppData: INIT_DATA, tgWebAppStartParam: 'session_a1' }), '/sessions/a1'],
    [hashOf({ tgWebAppData: `${INIT_DATA}&start_param=session_a1` }), '/sessions/a1'],
    [`?startapp=session_a&tgWebAppStartParam=session_b${opened}`, '/sessions/a'],
    // What is none of ours is no place.
    [`?startapp=session_..%2F..%2Fsettings${opened}`, '/'],
    [`?startapp=session_${opened}`, '/'],
    [`?startapp=%2F%2Felsewhere.example${opened}`, '/'],
    [`?startapp=session_a${hashOf({ tgWebAppVersion: '8.0' })}`, '/sessions/a'],
  ])('leads %s to %s', (rest, path) => {
    expect(miniAppFromPageUrl(`https://hub.example/${rest}`).cleanUrl).toBe(path)
  })

  it('keeps the rest of the address', () => {
    expect(miniAppFromPageUrl(`https://hub.example/settings?tab=1&startapp=${opened}&part=2`)).toEqual({
      initData: INIT_DATA,
      cleanUrl: '/settings?tab=1#part=2',
    })
  })

  it('leads a link of a button to its session in an ordinary browser too', () => {
    expect(miniAppFromPageUrl('https://hub.example/?startapp=session_a1')).toEqual({
      initData: undefined,
      cleanUrl: '/sessions/a1',
    })
  })

  it.each([
    'https://hub.example/',
    'https://hub.example/settings?a=b%20c#security',
    'https://hub.example/#a=b',
    '::',
  ])('leaves %s alone', (href) => {
    expect(miniAppFromPageUrl(href)).toEqual({ initData: undefined, cleanUrl: undefined })
  })

  it('removes empty init data without an opening', () => {
    expect(miniAppFromPageUrl('https://hub.example/#tgWebAppData=')).toEqual({
      initData: undefined,
      cleanUrl: '/',
    })
  })
})
