import { describe, expect, it } from 'vitest'
import { HIDDEN, redact } from './redact.ts'

/** A fixed sequence that looks random, so that a failure comes back with the same input. */
function generator(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => pick([...alphabet])).join('')
  return { below, pick, text }
}

const digits = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base64url = `${letters}${digits}-_`
type Random = ReturnType<typeof generator>

/** Begins and ends with a letter and has a digit: what every real one has, and no test should hang on chance. */
const run = (random: Random, alphabet: string, length: number) =>
  `a${random.text(alphabet, length - 3)}7z`.replace(/[-_]$/, 'x')

/** Secrets that must vanish wherever they stand, with nothing beside them that says what they are. */
const bare: Record<string, (random: Random) => string> = {
  'an access token': (random) => run(random, base64url, 43),
  'a JWT': (random) =>
    `eyJ${run(random, base64url, 17)}.${run(random, base64url, 40)}.${run(random, base64url, 43)}`,
  'an FCM token': (random) => `${run(random, base64url, 22)}:APA91b${run(random, base64url, 134)}`,
  'an APNs token': (random) => `a1${random.text('0123456789abcdef', 62)}`,
  'an OpenAI key': (random) => `sk-proj-${run(random, base64url, 48)}`,
  'an Anthropic key': (random) => `sk-ant-api03-${run(random, base64url, 93)}`,
  'a short OpenAI-like key': (random) => `sk-${run(random, letters + digits, 20)}`,
  'a Groq key': (random) => `gsk_${run(random, letters + digits, 52)}`,
  'a Google key': (random) => `AIza${run(random, base64url, 35)}`,
  'a GitHub token': (random) => `ghp_${run(random, letters + digits, 36)}`,
  'a bot token': (random) => `1${random.text(digits, 9)}:AA${run(random, base64url, 33)}`,
  'a password in an address': (random) => `https://me:${run(random, letters, 12)}@example.org/`,
  'a private key': (random) =>
    `-----BEGIN PRIVATE KEY-----\n${run(random, letters + digits, 64)}\n${run(random, letters + digits, 22)}\n-----END PRIVATE KEY-----`,
  'a web push address': (random) =>
    `https://updates.push.services.mozilla.com/wpush/v2/${run(random, base64url, 60)}`,
}

/** What of it must not be left. */
const essence = (secret: string): string[] =>
  secret.startsWith('https://me:')
    ? [secret.slice(11, -13)]
    : secret.split(/-----[A-Z ]+-----|[\n./:]/).filter((part) => part.length >= 12)

const around: ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `the hub said ${secret} and went on`,
  (secret) => JSON.stringify({ level: 30, msg: 'x', value: secret }),
  (secret) => JSON.stringify({ msg: JSON.stringify({ value: secret }) }),
  (secret) => `GET /api/events?all=true&token=${secret} 200`,
  (secret) => `"${secret}",\n  at run (/opt/app/index.js:1:2)`,
  (secret) => `[${secret}]`,
]

/** Any text at all is secret after these. */
const named: ((secret: string) => string)[] = [
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => `authorization: Basic ${secret}`,
  (secret) => JSON.stringify({ headers: { authorization: `Bearer ${secret}` } }),
  (secret) => `GET /?hub=http%3A%2F%2F127.0.0.1%3A3006&token=${secret} HTTP/1.1`,
  (secret) => `next=%2Fapi%2Fevents%3Ftoken%3D${secret}%26all%3Dtrue`,
  (secret) => `svccompanion://pair?hub=x&token=${secret}&v=1`,
  (secret) => `https://sctapi.example/send?sendkey=${secret}`,
  (secret) => JSON.stringify({ accessToken: secret, ok: true }),
  (secret) => JSON.stringify({ text: JSON.stringify({ pushKey: secret }) }),
  (secret) => `CLI_API_TOKEN=${secret} npm start`,
  (secret) => `OPENAI_API_KEY=${secret}`,
  (secret) => `{ messagingBotToken: '${secret}' }`,
  (secret) => `password: ${secret}`,
]

const seeds = Array.from({ length: 60 }, (_, index) => index + 1)

describe('redact', () => {
  it.each(Object.entries(bare))('leaves nothing of %s, wherever it stands', (_name, make) => {
    for (const seed of seeds) {
      const secret = make(generator(seed))
      for (const context of around) {
        const redacted = redact(context(secret))
        for (const part of essence(secret)) expect(redacted).not.toContain(part)
      }
    }
  })

  it.each(named.map((context) => [context('…'), context]))(
    'leaves nothing of the secret in %s',
    (_, context) => {
      for (const seed of seeds) {
        const random = generator(seed)
        const secret = `s${random.text(letters + digits, 6 + random.below(60))}`
        expect(redact(context(secret))).not.toContain(secret)
      }
    },
  )

  it('hides a known secret that looks like ordinary words, also inside an address and in JSON', () => {
    const known = 'my own "house" token'
    for (const text of [known, encodeURIComponent(known), JSON.stringify({ x: known })]) {
      expect(redact(`before ${text} after`, [known])).toBe(
        text.startsWith('{') ? `before {"x":"${HIDDEN}"} after` : `before ${HIDDEN} after`,
      )
    }
  })

  it('does not take the text apart for a secret of a few characters', () => {
    expect(redact('a banana', ['a'])).toBe('a banana')
  })

  it('changes nothing when it is done again', () => {
    for (const seed of seeds) {
      const random = generator(seed)
      const secret = random.pick(Object.values(bare))(random)
      const once = redact(random.pick([...around, ...named])(secret))
      expect(redact(once)).toBe(once)
    }
  })

  it.each([
    '{"level":30,"time":1763600000000,"msg":"The hub is ready","sessionId":"0198c1f2-7a53-7c31-9f6e-3f2b8a1c0d4e"}',
    'Error: EADDRINUSE: address already in use 127.0.0.1:3006\n    at Server.setupListenHandle [as _listen2] (node:net:1940:16)',
    'opened /home/someone/.svc/backups/hub-2026-11-20T10-11-12-before-migration-12.db in 12 ms',
    'GET /api/sessions/0198c1f2-7a53-7c31-9f6e-3f2b8a1c0d4e/messages?beforeSeq=12&limit=200 200 3 ms',
    'the push token was refused (tokenHash 3f9a12c4), code: BadDeviceToken',
    'C:\\Users\\Someone\\AppData\\Roaming\\Svc Hub\\logs\\hub.log',
  ])('leaves alone what is no secret: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('is quick with a megabyte of text', () => {
    const text = `${'{"level":30,"msg":"a line like any other","url":"/api/x?y=1"}\n'.repeat(18_000)}${'one=two:'.repeat(10_000)}`
    expect(redact(text) === text).toBe(true)
  })
})
