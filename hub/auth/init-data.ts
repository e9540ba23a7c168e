import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { HubError } from '../errors.ts'

/** How long the data a mini-app was opened with proves who opened it. */
const INIT_DATA_LIFETIME_MS = 24 * 60 * 60 * 1000

const KEY_OF_MINI_APPS = 'WebAppData'

/** Who opened the mini-app. */
const MiniAppUser = z.object({
  id: z.int().positive(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
})
export type MiniAppUser = z.infer<typeof MiniAppUser>

const refuse = (reason: string) => new HubError(401, reason)

/**
 * The user in the init data of a mini-app, after checking that the messaging platform signed it for our
 * bot not too long ago (reference: not-shown A11).
 * @throws HubError 401 naming what is wrong
 */
export function verifyInitData(initData: string, botToken: string, now: number): MiniAppUser {
  const fields = new URLSearchParams(initData)
  const hash = fields.get('hash')
  if (!hash) throw refuse('Missing hash')
  const authDate = fields.get('auth_date') ?? ''
  if (!/^\d{1,12}$/.test(authDate)) throw refuse('Missing or invalid auth_date')
  if (now - Number(authDate) * 1000 > INIT_DATA_LIFETIME_MS) throw refuse('initData is too old')
  if (!isSigned(fields, hash, botToken)) throw refuse('Invalid initData signature')
  const text = fields.get('user')
  if (!text) throw refuse('Missing user')
  const user = MiniAppUser.safeParse(parsed(text))
  if (!user.success) throw refuse('Invalid user schema')
  return user.data
}

function isSigned(fields: URLSearchParams, hash: string, botToken: string): boolean {
  const lines = [...fields].filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`)
  const key = createHmac('sha256', KEY_OF_MINI_APPS).update(botToken).digest()
  const expected = createHmac('sha256', key).update(lines.sort().join('\n')).digest()
  const given = Buffer.from(hash, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('Invalid user JSON')
  }
}
