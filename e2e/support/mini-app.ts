import { createHmac } from 'node:crypto'

export const BOT_TOKEN = '12345:journeys-bot'

/** Environment of a hub with a messaging bot. Nobody answers for the platform: only its signature is needed. */
export const BOT_SETTINGS = {
  MESSAGING_BOT_TOKEN: BOT_TOKEN,
  SVC_MESSAGING_BOT_ORIGIN: 'http://127.0.0.1:9',
}

interface Opening {
  /** Number of the messaging account. */
  account: number
  /** Seconds since the platform signed it. */
  age?: number
  /** Another one than the hub's signs for nothing. */
  botToken?: string
}

/** Init data as the messaging platform signs it when one of its users opens a mini-app. */
export function signedInitData({ account, age = 0, botToken = BOT_TOKEN }: Opening): string {
  const fields: Record<string, string> = {
    auth_date: String(Math.floor(Date.now() / 1000) - age),
    query_id: 'AAE',
    user: JSON.stringify({ id: account, first_name: 'Ada', username: 'ada' }),
  }
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

/** A button's address as the messaging client opens it: with what it knows in the fragment. */
export function openedByClient(buttonUrl: string, initData: string): string {
  const fragment = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: '8.0',
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: JSON.stringify({ bg_color: '#ffffff' }),
  })
  return `${buttonUrl}#${fragment}`
}
