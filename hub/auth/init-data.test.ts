import { expect, it } from 'vitest'
import { initDataOf, signedInitData } from '../testing/init-data.ts'
import { verifyInitData } from './init-data.ts'

const BOT_TOKEN = '12345:test-bot'
const DAY_MS = 24 * 60 * 60 * 1000
const now = 1_700_000_000_000
const seconds = String(now / 1000)
const user = { id: 99, first_name: 'Ada', username: 'ada' }
const fields = { query_id: 'q', user: JSON.stringify(user), auth_date: seconds }

it('finds the user in data the platform signed, other fields included', () => {
  const data = signedInitData(BOT_TOKEN, { ...fields, signature: 's', chat_type: 'private' })
  expect(verifyInitData(data, BOT_TOKEN, now)).toEqual(user)
})

it('accepts data for a day and no longer', () => {
  const data = signedInitData(BOT_TOKEN, fields)
  expect(verifyInitData(data, BOT_TOKEN, now + DAY_MS)).toEqual(user)
  expect(() => verifyInitData(data, BOT_TOKEN, now + DAY_MS + 1)).toThrow('initData is too old')
})

const { user: _user, ...withoutUser } = fields
const { auth_date: _date, ...withoutDate } = fields
it.each([
  ['Missing hash', 'auth_date=1&user=%7B%7D'],
  ['Missing hash', ''],
  ['Missing or invalid auth_date', signedInitData(BOT_TOKEN, withoutDate)],
  ['Missing or invalid auth_date', signedInitData(BOT_TOKEN, { ...fields, auth_date: 'soon' })],
  ['initData is too old', signedInitData(BOT_TOKEN, { ...fields, auth_date: '1' })],
  ['Invalid initData signature', signedInitData('another:bot', fields)],
  ['Invalid initData signature', `${signedInitData(BOT_TOKEN, fields)}&extra=1`],
  ['Invalid initData signature', signedInitData(BOT_TOKEN, fields).replace(/hash=.*/, 'hash=00ff')],
  ['Invalid initData signature', signedInitData(BOT_TOKEN, fields).replace(/hash=.*/, 'hash=zz')],
  ['Missing user', signedInitData(BOT_TOKEN, withoutUser)],
  ['Invalid user JSON', signedInitData(BOT_TOKEN, { ...fields, user: '{' })],
  ['Invalid user schema', signedInitData(BOT_TOKEN, { ...fields, user: '{"id":"99"}' })],
])('refuses with "%s"', (reason, data) => {
  const refusal = expect.objectContaining({ status: 401, message: reason })
  expect(() => verifyInitData(data, BOT_TOKEN, now)).toThrow(refusal)
})

it('refuses a user that was exchanged after signing', () => {
  const data = initDataOf(BOT_TOKEN, user, now).replace('99', '98')
  expect(() => verifyInitData(data, BOT_TOKEN, now)).toThrow('Invalid initData signature')
})
