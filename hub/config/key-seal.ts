import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SettingError } from './settings.ts'

/** Handed to the hub by the desktop app; never kept, never in the settings file. */
export const SEALING_KEY_VARIABLE = 'SVC_SEALING_KEY'

const PREFIX = 'sealed:v1:'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = Buffer.from('svc-provider-key-v1')

/** Closes and opens the keys of other services that people type in (decision: sealed provider keys). */
export interface KeySeal {
  /** Without a sealing key nothing is sealed, and what was sealed before cannot be opened. */
  readonly isAvailable: boolean
  /** The sealed text; the text itself when nothing can be sealed. */
  seal(text: string): string
  /** What was sealed, or a text that never was; undefined when it cannot be opened here. */
  open(text: string): string | undefined
}

/** Whether this text of the settings file is a sealed one. */
export const isSealed = (text: string) => text.startsWith(PREFIX)

/**
 * @param key 32 bytes as base64; undefined where the hub has none, as without the desktop app
 * @throws SettingError for a key of another size
 */
export function createKeySeal(key: string | undefined): KeySeal {
  if (key === undefined || key.trim() === '') {
    return { isAvailable: false, seal: (text) => text, open: (text) => (isSealed(text) ? undefined : text) }
  }
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length !== KEY_BYTES) {
    throw new SettingError(
      `The environment variable ${SEALING_KEY_VARIABLE} is for the desktop app and must hold ${KEY_BYTES} bytes as base64.`,
    )
  }
  return {
    isAvailable: true,
    seal: (text) => PREFIX + encrypt(bytes, text).toString('base64url'),
    open: (text) =>
      isSealed(text) ? decrypt(bytes, Buffer.from(text.slice(PREFIX.length), 'base64url')) : text,
  }
}

function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(PURPOSE)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  cipher.setAAD(PURPOSE).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const text = cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([text, cipher.final()]).toString('utf8')
  } catch {
    // Sealed with another key, or damaged: either way it is not ours to read.
    return undefined
  }
}
