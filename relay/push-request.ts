import { COLLAPSE_ID_MAX_BYTES, RelayPush } from '../contract/push.ts'

/** A whole request; the largest that can be right is about 8 KiB. */
export const BODY_MAX_BYTES = 16 * 1024
const TOKEN_MAX_LENGTH = 4096

/** What travels in a path, a header or to the provider: visible ASCII. */
const isPlain = (text: string, maxLength: number) => text.length <= maxLength && /^[\x21-\x7e]+$/.test(text)

/** A well-formed body, `too-large` when only the envelope is over its cap, undefined otherwise. */
export function parsePushRequest(text: string): RelayPush | 'too-large' | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { success, data, error } = RelayPush.safeParse(value)
  if (!success) {
    const isOnlyTooLarge = error.issues.every(
      ({ code, path }) => code === 'too_big' && path[0] === 'envelope',
    )
    return isOnlyTooLarge ? 'too-large' : undefined
  }
  const isSendable =
    isPlain(data.token, TOKEN_MAX_LENGTH) &&
    (data.platform === 'android' || isPlain(data.collapseId, COLLAPSE_ID_MAX_BYTES))
  if (!isSendable) return undefined
  // One token, however its digits are written: limits count by it.
  return data.platform === 'ios' ? { ...data, token: data.token.toLowerCase() } : data
}
