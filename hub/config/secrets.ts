import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { withFileLock } from './file-lock.ts'
import { tighten, writePrivateFile } from './private-file.ts'
import { SettingError } from './settings.ts'

const SECRET_BYTES = 32
const OWNER_ID_MAX = 2 ** 48 - 1
const JWT_SECRET_FILE = 'jwt-secret.json'
/** Held, in the data folder, by whoever reads or writes the secrets. */
export const SECRETS_LOCK = 'secrets.lock'

export interface Secrets {
  /** Signs every JWT of this hub. */
  jwtSecret: Uint8Array
  /** `uid` of every JWT: a positive safe integer, the same for every namespace. */
  ownerId: number
}

/** A hub base token: 32 random bytes as base64url, hence without `:`. */
export const newBaseToken = () => randomBytes(SECRET_BYTES).toString('base64url')

/** Why a base token is easy to guess; undefined when it is not. */
export function weaknessOf(token: string): string | undefined {
  if (token.length < 16) return 'it is shorter than 16 characters'
  if (/^\d+$/.test(token)) return 'it consists of digits only'
  if (/^(.)\1*$/.test(token)) return 'it repeats one character'
  if (/^(abc|123|password|secret|token)/i.test(token)) return 'it begins like a placeholder'
  return undefined
}

const JwtSecretFile = z.object({
  secretBase64: z.base64().refine((text) => decoded(text).length === SECRET_BYTES),
})
const OwnerIdFile = z.object({ ownerId: z.int().positive() })

const decoded = (text: string) => Buffer.from(text, 'base64')

/**
 * Reads `jwt-secret.json` and `owner-id.json` of the data folder, or makes those that are missing (mode
 * 0600). The caller holds the lock of the data folder.
 * @throws SettingError for a file that cannot be read as what it should hold; it is left as it is
 */
export function loadSecrets(folder: string): Secrets {
  const { secretBase64 } = loadOrCreate(join(folder, JWT_SECRET_FILE), JwtSecretFile, () => ({
    secretBase64: randomBytes(SECRET_BYTES).toString('base64'),
  }))
  const { ownerId } = loadOrCreate(join(folder, 'owner-id.json'), OwnerIdFile, () => ({
    ownerId: randomInt(1, OWNER_ID_MAX),
  }))
  return { jwtSecret: new Uint8Array(decoded(secretBase64)), ownerId }
}

/**
 * Replaces the secret in `jwt-secret.json` of the data folder, so that every JWT signed before ends with the
 * old one, and answers the new secret.
 */
export function renewJwtSecret(folder: string): Promise<Uint8Array> {
  return withFileLock(join(folder, SECRETS_LOCK), () => {
    const secret = randomBytes(SECRET_BYTES)
    writeSecret(join(folder, JWT_SECRET_FILE), { secretBase64: secret.toString('base64') })
    return new Uint8Array(secret)
  })
}

function loadOrCreate<T>(path: string, schema: z.ZodType<T>, create: () => T): T {
  if (!existsSync(path)) {
    const created = create()
    writeSecret(path, created)
    return created
  }
  tighten(path, 0o600)
  const parsed = schema.safeParse(parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new SettingError(
    `The file ${path} is damaged and was left as it is: restore it, or remove it to get a new one.`,
  )
}

const writeSecret = (path: string, content: unknown) => writePrivateFile(path, `${JSON.stringify(content)}\n`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
