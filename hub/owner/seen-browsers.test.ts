import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { SEEN_BROWSERS_MAX, SeenBrowsers, type Visitor } from './seen-browsers.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
const phone: Visitor = { namespace: 'default', userAgent: PHONE, remoteAddress: '192.168.1.23' }
const desk: Visitor = {
  namespace: 'default',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0',
  remoteAddress: '::1',
}
const START = 1_700_000_000_000
let clock: ManualClock
let seen: SeenBrowsers
beforeEach(() => {
  clock = new ManualClock(START)
  seen = new SeenBrowsers({ clock })
})
const ids = () => seen.list(desk).map(({ id }) => id)

it('names who signed in, by kind and network', () => {
  seen.noteSignIn(phone)
  expect(seen.list(desk)).toEqual([
    {
      id: 1,
      namespace: 'default',
      browser: 'safari',
      device: 'iphone',
      address: '192.168.1.x',
      signedInAt: START,
      seenAt: START,
      isOpen: false,
      isCaller: false,
    },
  ])
})

it('does not take a renewal for a sign-in', () => {
  seen.noteRenewal(desk)
  expect(seen.list(desk)).toMatchObject([{ signedInAt: null, address: null, isCaller: true }])
  seen.noteSignIn(phone)
  clock.advance(1000)
  seen.noteRenewal(phone)
  expect(seen.list(desk)[0]).toMatchObject({ signedInAt: START, seenAt: START + 1000 })
})

it('keeps one that comes again apart only by namespace, kind and network', () => {
  seen.noteSignIn(phone)
  seen.noteSignIn({ ...phone, remoteAddress: '192.168.1.99' })
  expect(ids()).toEqual([1])
  seen.noteSignIn({ ...phone, remoteAddress: '10.0.0.1' })
  seen.noteSignIn({ ...phone, namespace: 'team' })
  expect(ids()).toEqual([3, 2, 1])
})

it('knows who listens, and when it stopped', () => {
  const close = seen.noteStream(phone)
  const closeOther = seen.noteStream(phone)
  clock.advance(5000)
  close()
  expect(seen.list(desk)).toMatchObject([{ isOpen: true, seenAt: START + 5000, signedInAt: null }])
  closeOther()
  clock.advance(5000)
  expect(seen.list(desk)).toMatchObject([{ isOpen: false, seenAt: START + 5000 }])
})

it('notes no program that is no browser', () => {
  const program = { ...phone, userAgent: 'okhttp/4.12.0' }
  seen.noteSignIn(program)
  seen.noteStream(program)()
  expect(seen.list(desk)).toEqual([])
})

it('remembers only the newest, and those that listen before those that are gone', () => {
  seen.noteStream(desk)
  for (let i = 0; i < SEEN_BROWSERS_MAX * 2; i += 1) seen.noteSignIn({ ...phone, namespace: `part-${i}` })
  const listed = seen.list(desk)
  expect([listed.length, listed.some(({ isCaller }) => isCaller)]).toEqual([SEEN_BROWSERS_MAX, true])
  for (let i = 0; i < SEEN_BROWSERS_MAX * 2; i += 1) seen.noteStream({ ...phone, namespace: `open-${i}` })
  expect(seen.list(desk)).toHaveLength(SEEN_BROWSERS_MAX)
})

it('forgets everybody', () => {
  seen.noteSignIn(phone)
  seen.forgetAll()
  expect(seen.list(desk)).toEqual([])
})
