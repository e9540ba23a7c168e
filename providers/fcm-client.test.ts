import { afterEach, beforeEach, expect, it } from 'vitest'
import { AccessRefused, FcmClient } from './fcm-client.ts'
import { FakeFcm } from './testing/fcm-server.ts'

const NOW = 1_700_000_000_000
const MESSAGE = { token: 't', data: { a: 'b' }, android: { priority: 'HIGH' } } as const

let fcm: FakeFcm
let client: FcmClient
const sent = () => client.send(MESSAGE, AbortSignal.timeout(5000))
beforeEach(async () => {
  fcm = await FakeFcm.start(() => NOW)
  client = new FcmClient(fcm.account, { now: () => NOW, origin: fcm.origin })
})
afterEach(() => fcm.close())

it('passes the message on as it is', async () => {
  expect(await sent()).toEqual({ accepted: true })
  expect(fcm.received.all).toEqual([MESSAGE])
})

it.each([
  [404, { error: { details: [null, { errorCode: 'UNREGISTERED' }] } }, 'UNREGISTERED', true],
  [404, { error: { status: 'NOT_FOUND' } }, 'NOT_FOUND', false],
  [400, { error: { details: [{ fieldViolations: [null, { field: 'message.token' }] }] } }, undefined, true],
  [400, { error: { details: [{ fieldViolations: [{ field: 'message.data' }] }] } }, undefined, false],
  [500, { error: { details: [{ errorCode: 'UNREGISTERED' }] } }, 'UNREGISTERED', false],
  [500, { error: { status: 'words <with> secrets' } }, undefined, false],
  [500, { error: { details: 'x', status: 7 } }, undefined, false],
  [500, { error: null }, undefined, false],
  [500, null, undefined, false],
])('%i %j is refused as %s; the token is dead: %s', async (status, body, reason, isTokenDead) => {
  fcm.script.next({ status, body })
  expect(await sent()).toEqual({ accepted: false, status, reason, isTokenDead })
})

it('lets each send wait for the access token as long as it may itself', async () => {
  const answer = fcm.holdTokens()
  const impatient = new AbortController()
  const first = client.send(MESSAGE, impatient.signal).catch((reason: unknown) => reason)
  const second = sent()
  await fcm.grants.first(1)
  impatient.abort(new Error('too slow'))
  expect(await first).toEqual(new Error('too slow'))
  answer()
  expect(await second).toEqual({ accepted: true })
  expect(fcm.grants.all).toHaveLength(1)
})

it('asks for an access token anew when nobody waited for the one before any more', async () => {
  fcm.tokenScript.next('hang')
  const impatient = new AbortController()
  const first = client.send(MESSAGE, impatient.signal).catch((reason: unknown) => reason)
  await fcm.grants.first(1)
  impatient.abort(new Error('too slow'))
  await first
  expect(await sent()).toEqual({ accepted: true })
})

it('asks for an access token anew when the one before did not come in time', async () => {
  client = new FcmClient(fcm.account, { now: () => NOW, origin: fcm.origin, accessTimeoutMs: 50 })
  fcm.tokenScript.next('hang')
  await expect(sent()).rejects.toMatchObject({ code: 'auth timeout' })
  expect(await sent()).toEqual({ accepted: true })
})

it.each([
  [{ status: 403, body: { error: 'access_denied' } }, 403, 'auth 403 access_denied'],
  [{ status: 200, body: { access_token: '', expires_in: 3600 } }, 200, 'auth 200'],
  [{ status: 200, body: { access_token: 'x', expires_in: 0 } }, 200, 'auth 200'],
  [{ status: 200, body: null }, 200, 'auth 200'],
])('does not send without an access token: %j', async (behaviour, status, code) => {
  fcm.tokenScript.next(behaviour)
  const error = await sent().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(AccessRefused)
  expect(error).toMatchObject({ status, code })
  expect(fcm.received.all).toEqual([])
})
