import { createCipheriv, randomBytes } from 'node:crypto'
import {
  ENVELOPE_AAD,
  ENVELOPE_MAX_CHARACTERS,
  ENVELOPE_NONCE_BYTES,
  ENVELOPE_TAG_BYTES,
  type PushPayload,
} from '../../contract/push.ts'
import { everSmaller } from './composer.ts'

/** JSON with the keys of every object sorted, without whitespace and without absent fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/**
 * `base64(nonce || ciphertext || tag)` by AES-256-GCM (spec: Encrypted envelope).
 * @param pushKey base64 of 32 bytes
 * @param nonce 12 bytes that are never used twice with a key; only tests of published vectors name them
 */
export function seal(plaintext: string, pushKey: string, nonce = randomBytes(ENVELOPE_NONCE_BYTES)): string {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(pushKey, 'base64'), nonce, {
    authTagLength: ENVELOPE_TAG_BYTES,
  })
  cipher.setAAD(Buffer.from(ENVELOPE_AAD, 'ascii'))
  const ciphertext = [cipher.update(plaintext, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]).toString('base64')
}

/** The envelope of as much of the payload as fits (spec: Errors 3; ruling 3); undefined when nothing does. */
export function sealPayload(payload: PushPayload, pushKey: string): string | undefined {
  for (const variant of everSmaller(payload)) {
    const plaintext = canonicalJson(variant)
    if (envelopeCharacters(plaintext) <= ENVELOPE_MAX_CHARACTERS) return seal(plaintext, pushKey)
  }
  return undefined
}

function envelopeCharacters(plaintext: string): number {
  const bytes = ENVELOPE_NONCE_BYTES + Buffer.byteLength(plaintext) + ENVELOPE_TAG_BYTES
  return Math.ceil(bytes / 3) * 4
}
