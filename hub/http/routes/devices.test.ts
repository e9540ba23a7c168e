import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { PUSH_KEY, PushRoom } from '../../testing/providers/push-room.ts'
import { deviceRoutes } from './devices.ts'

const PATH = '/api/devices/register'
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')

let room: PushRoom
let app: Awaited<ReturnType<typeof startHttpApp>>
beforeEach(async () => {
  room = new PushRoom()
  app = await startHttpApp(deviceRoutes(room.open()))
})
afterEach(async () => {
  await closeHttpApps()
  await room.close()
})

async function send(method: string, body: unknown, namespace = 'mine') {
  const text = JSON.stringify(body)
  const headers = { ...(await app.bearer(namespace)), 'content-length': `${Buffer.byteLength(text)}` }
  return json(await app.server.send(PATH, { method, headers, body: text }))
}
const register = (body: unknown, namespace?: string) => send('POST', body, namespace)
const stored = () =>
  room.push.devices.all().map(({ namespace, deviceId, platform, token, pushKey }) => ({
    namespace,
    deviceId,
    platform,
    token,
    pushKey,
  }))

const phone = { platform: 'phone', deviceId: 'd', token: 'abc:APA91-x_y', pushKey: PUSH_KEY }
const ios = { platform: 'ios', deviceId: 'd', token: 'ab12', pushKey: PUSH_KEY }
const wear = { platform: 'wear', deviceId: 'd', token: 'w' }

describe('a registration', () => {
  it.each([
    ['phone', phone, PUSH_KEY],
    ['phone without a key', { ...phone, pushKey: undefined }, null],
    ['phone with null as key', { ...phone, pushKey: null }, null],
    ['phone with a key without padding', { ...phone, pushKey: PUSH_KEY.replace('=', '') }, PUSH_KEY],
    ['ios', ios, PUSH_KEY],
    [
      'ios with a key with bits that mean nothing',
      { ...ios, pushKey: `${'A'.repeat(42)}B=` },
      `${'A'.repeat(43)}=`,
    ],
    ['wear', wear, null],
    ['wear with a key', { ...wear, pushKey: PUSH_KEY }, null],
    ['wear with something as key', { ...wear, pushKey: 5 }, null],
    ['an id of 1 character', { ...phone, deviceId: 'x' }, PUSH_KEY],
    ['an id of 128 characters', { ...phone, deviceId: '😀'.repeat(128) }, PUSH_KEY],
    ['fields nobody knows', { ...phone, model: 'x' }, PUSH_KEY],
  ])('of %s is stored', async (_, body, pushKey) => {
    expect(await register(body)).toEqual({ status: 200, body: { ok: true } })
    const { platform, deviceId, token } = body
    expect(stored()).toEqual([{ namespace: 'mine', platform, deviceId, token, pushKey }])
  })

  it.each([
    ['a key of 31 bytes', { ...phone, pushKey: base64(31) }, ['pushKey']],
    ['a key of 33 bytes', { ...phone, pushKey: base64(33) }, ['pushKey']],
    ['an empty key', { ...phone, pushKey: '' }, ['pushKey']],
    ['a key in URL letters', { ...phone, pushKey: `${'-'.repeat(43)}=` }, ['pushKey']],
    ['a key with too much padding', { ...phone, pushKey: `${PUSH_KEY}=` }, ['pushKey']],
    ['a key with a line break', { ...phone, pushKey: `${PUSH_KEY}\n` }, ['pushKey']],
    ['a key that is a number', { ...phone, pushKey: 5 }, ['pushKey']],
    ['ios without a key', { ...ios, pushKey: undefined }, ['pushKey']],
    ['ios with null as key', { ...ios, pushKey: null }, ['pushKey']],
    ['ios with a key of 31 bytes', { ...ios, pushKey: base64(31) }, ['pushKey']],
    ['ios with odd hexadecimal', { ...ios, token: 'abc' }, ['token']],
    ['ios with a token with a colon', { ...ios, token: 'ab:12' }, ['token']],
    ['an empty token', { ...phone, token: '' }, ['token']],
    ['a token without end', { ...phone, token: 'x'.repeat(4097) }, ['token']],
    ['no token', { ...phone, token: undefined }, ['token']],
    ['an empty id', { ...phone, deviceId: '' }, ['deviceId']],
    ['an id of 129 characters', { ...phone, deviceId: 'x'.repeat(129) }, ['deviceId']],
    ['an unknown platform', { ...phone, platform: 'tablet' }, ['platform']],
    ['no platform', { ...phone, platform: undefined }, ['platform']],
    ['several faults', { platform: 'ios', token: 'x', pushKey: 'x' }, ['deviceId', 'token', 'pushKey']],
  ])('with %s is refused, and the fields are named', async (_, body, fields) => {
    const answer = await register(body)
    expect(answer).toMatchObject({ status: 400, body: { error: 'Invalid body', issues: { formErrors: [] } } })
    expect(Object.keys(answer.body.issues.fieldErrors).sort()).toEqual([...fields].sort())
    for (const field of fields) expect(answer.body.issues.fieldErrors[field][0]).toEqual(expect.any(String))
    expect(stored()).toEqual([])
  })

  it.each([[null], [[]], ['text']])('that is %j is refused', async (body) => {
    expect(await register(body)).toEqual({
      status: 400,
      body: { error: 'Invalid body', issues: { formErrors: [expect.any(String)], fieldErrors: {} } },
    })
  })

  it('without a JWT is refused', async () => {
    const answer = await app.server.send(PATH, { method: 'POST', body: JSON.stringify(phone) })
    expect(answer.status).toBe(401)
    expect(stored()).toEqual([])
  })

  it('takes the place of the one before; a phone that sends no key has none', async () => {
    await register(phone)
    await register({ ...phone, token: 'new', pushKey: undefined })
    expect(stored()).toEqual([
      { namespace: 'mine', deviceId: 'd', platform: 'phone', token: 'new', pushKey: null },
    ])
  })

  it('with the token of another row takes it from there, across namespaces', async () => {
    await register(phone, 'other')
    await register({ ...phone, deviceId: 'e' })
    expect(stored().map(({ namespace, deviceId }) => [namespace, deviceId])).toEqual([['mine', 'e']])
  })
})

describe('removing a registration', () => {
  it('is by token and within the namespace, and always fine', async () => {
    await register(phone)
    const ok = { status: 200, body: { ok: true } }
    expect(await send('DELETE', { token: phone.token }, 'other')).toEqual(ok)
    expect(await send('DELETE', { token: 'unknown' })).toEqual(ok)
    expect(stored()).toHaveLength(1)
    expect(await send('DELETE', { token: phone.token })).toEqual(ok)
    expect(stored()).toEqual([])
  })

  it.each([[{}], [{ token: '' }], [{ token: 1 }]])('with the body %j is refused', async (body) => {
    expect(await send('DELETE', body)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid body',
        issues: { formErrors: [], fieldErrors: { token: [expect.any(String)] } },
      },
    })
  })
})
