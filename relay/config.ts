import { homedir } from 'node:os'
import { join } from 'node:path'
import { type ApnsCredentials, readApnsKey } from '../providers/apns-client.ts'
import { CredentialError } from '../providers/credential-error.ts'
import { readServiceAccount, type ServiceAccount } from '../providers/fcm-credentials.ts'

export const DEFAULT_LISTEN_HOST = '127.0.0.1'
export const DEFAULT_LISTEN_PORT = 3106
/** Sends per minute to one device token, and from one address, before 429. */
export const DEFAULT_TOKEN_LIMIT = 60
export const DEFAULT_ADDRESS_LIMIT = 600

/** What keeps the relay from starting, in one sentence for the operator; it holds no secret. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

export type Environment = Record<string, string | undefined>

export interface RelayConfig {
  listenHost: string
  listenPort: number
  perMinute: { token: number; address: number }
  /** The last `X-Forwarded-For` names the caller: a proxy of the operator stands in front. */
  trustProxy: boolean
  /** Undefined: Android is answered 501. */
  android: { account: ServiceAccount; packageName: string; origin: string | undefined } | undefined
  /** Undefined: iOS is answered 501. */
  ios: { credentials: ApnsCredentials; origin: string | undefined } | undefined
}

/**
 * What the environment says. A platform without any of its variables is off; one that is named
 * incompletely, or with a file that cannot be used, keeps the relay from starting, and so does a value no
 * variable of its name may have.
 * @param home the user's home folder, where `~` points
 * @throws ConfigError
 */
export function readConfig(env: Environment, home = homedir()): RelayConfig {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  return {
    listenHost: text('SVC_RELAY_LISTEN_HOST') ?? DEFAULT_LISTEN_HOST,
    listenPort: whole(text, 'SVC_RELAY_LISTEN_PORT', DEFAULT_LISTEN_PORT, 65_535),
    perMinute: {
      token: whole(text, 'SVC_RELAY_TOKEN_LIMIT', DEFAULT_TOKEN_LIMIT),
      address: whole(text, 'SVC_RELAY_ADDRESS_LIMIT', DEFAULT_ADDRESS_LIMIT),
    },
    trustProxy: flag(text, 'SVC_RELAY_TRUST_PROXY'),
    android: android(text, home),
    ios: ios(text, home),
  }
}

type Read = (name: string) => string | undefined

function whole(text: Read, name: string, fallback: number, max = 1_000_000): number {
  const written = text(name)
  if (written === undefined) return fallback
  const value = Number(written)
  if (/^\d+$/.test(written) && value >= 1 && value <= max) return value
  throw new ConfigError(`The variable ${name} must be a whole number from 1 to ${max}.`)
}

/** Anything else is refused: whoever wrote it believes that callers are told apart by it. */
function flag(text: Read, name: string): boolean {
  const written = text(name) ?? 'false'
  if (written === 'true' || written === '1') return true
  if (written === 'false' || written === '0') return false
  throw new ConfigError(`The variable ${name} must be true or false.`)
}

function android(text: Read, home: string): RelayConfig['android'] {
  const host = origin(text, 'SVC_FCM_ORIGIN')
  const found = together(text, ['ANDROID_PUSH_SERVICE_ACCOUNT_PATH', 'SVC_RELAY_ANDROID_PACKAGE'])
  if (!found) return undefined
  const [written, packageName] = found as [string, string]
  const path = inHome(written, home)
  const account = fromFile(
    `The service-account file (ANDROID_PUSH_SERVICE_ACCOUNT_PATH) ${path}`,
    'holds a private_key that is no RSA key',
    () => readServiceAccount(path),
  )
  return { account, packageName, origin: host }
}

function ios(text: Read, home: string): RelayConfig['ios'] {
  const host = origin(text, 'SVC_IOSPUSH_ORIGIN')
  const environment = text('IOSPUSH_ENV') ?? 'production'
  if (environment !== 'production' && environment !== 'sandbox') {
    throw new ConfigError('The variable IOSPUSH_ENV must be production or sandbox.')
  }
  const names = ['IOSPUSH_KEY_P8_PATH', 'IOSPUSH_KEY_ID', 'IOSPUSH_TEAM_ID', 'IOSPUSH_BUNDLE_ID']
  const found = together(text, names)
  if (!found) return undefined
  const [written, keyId, teamId, bundleId] = found as [string, string, string, string]
  const path = inHome(written, home)
  const key = fromFile(`The APNs key file (IOSPUSH_KEY_P8_PATH) ${path}`, 'holds no P-256 private key', () =>
    readApnsKey(path),
  )
  return { credentials: { key, keyId, teamId, bundleId, environment }, origin: host }
}

/** What `read` answers, or else its fault in the relay's words. */
function fromFile<T>(file: string, keyFault: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    const { fault, fields, message } = error
    const [field] = fields
    if (fault === 'key') throw new ConfigError(`${file} ${keyFault}.`)
    if (field === 'token_uri') throw new ConfigError(`${file} holds a token_uri that is no https address.`)
    throw new ConfigError(`${file} ${field === undefined ? message : `has no ${field}`}.`)
  }
}

/** All of the variables, or none of them. */
function together(text: Read, names: string[]): string[] | undefined {
  const values = names.map(text)
  if (values.every((value) => value === undefined)) return undefined
  const missing = names.filter((_, index) => values[index] === undefined)
  if (missing.length > 0) throw new ConfigError(`The relay also needs ${missing.join(', ')}.`)
  return values as string[]
}

function origin(text: Read, name: string): string | undefined {
  const written = text(name)
  if (written === undefined) return undefined
  if (!/^https?:$/.test(URL.parse(written)?.protocol ?? '')) {
    throw new ConfigError(`The variable ${name} must be an http:// or https:// address.`)
  }
  return new URL(written).origin
}

/** `~` and `~/x` in the user's home folder; anything else as it is. */
const inHome = (path: string, home: string) => (/^~($|[\\/])/.test(path) ? join(home, path.slice(1)) : path)
