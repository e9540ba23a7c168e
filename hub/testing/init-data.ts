import { createHmac } from 'node:crypto'

/** Init data as the messaging platform signs it when one of its users opens a mini-app. */
export function signedInitData(botToken: string, fields: Record<string, string>): string {
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const lines = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

/** The same for a user who opens it now. */
export function initDataOf(botToken: string, user: object, now: number): string {
  return signedInitData(botToken, {
    query_id: 'AAE',
    user: JSON.stringify(user),
    auth_date: String(Math.floor(now / 1000)),
  })
}
