import { createHash, timingSafeEqual } from 'node:crypto'
import { OWNER_NAMESPACE } from '../../contract/auth.ts'

export interface ParsedAccessToken {
  base: string
  namespace: string
}

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()

/**
 * Splits `base[:namespace]` on the last colon; without one the namespace is `default`. Undefined when a
 * half is empty or has whitespace at its ends (spec: Access-token grammar).
 */
export function parseAccessToken(text: string): ParsedAccessToken | undefined {
  const trimmed = text.trim()
  const colon = trimmed.lastIndexOf(':')
  const base = colon < 0 ? trimmed : trimmed.slice(0, colon)
  const namespace = colon < 0 ? OWNER_NAMESPACE : trimmed.slice(colon + 1)
  const isClean = (part: string) => part !== '' && part.trim() === part
  return isClean(base) && isClean(namespace) ? { base, namespace } : undefined
}

/** Decides whether an access token belongs to this hub and which namespace it opens. */
export class AccessTokens {
  #expected: Buffer

  /** @param baseToken the hub base token (`CLI_API_TOKEN`) */
  constructor(baseToken: string) {
    this.#expected = digest(baseToken)
  }

  /** From here on only this base token counts. */
  replace(baseToken: string): void {
    this.#expected = digest(baseToken)
  }

  /** The namespace a valid access token opens; the comparison takes the same time however much matches. */
  verify(text: string): { namespace: string } | undefined {
    const parsed = parseAccessToken(text)
    if (!parsed || !timingSafeEqual(digest(parsed.base), this.#expected)) return undefined
    return { namespace: parsed.namespace }
  }
}
