/** What a provider said to one message; acceptance is no receipt of the handset. */
export type ProviderAnswer =
  | { readonly accepted: true }
  | {
      readonly accepted: false
      /** HTTP status. */
      readonly status: number
      /** The provider's own word for it, if it is a short plain one. */
      readonly reason: string | undefined
      /** The device token will never work again. */
      readonly isTokenDead: boolean
    }

/** A send that ended without an answer for a known reason; `code` is fit for a log. */
export class SendFailed extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The push failed: ${code}`)
    this.name = 'SendFailed'
    this.code = code
  }
}

/** Of what a provider says only a short plain word goes further. */
export function plainWord(word: unknown): string | undefined {
  return typeof word === 'string' && /^[\w.-]{1,64}$/.test(word) ? word : undefined
}

/** Status and the provider's word for it, such as `410 Unregistered`; of that only a short plain word. */
export function plainCode(status: number | string, word: unknown): string {
  const plain = plainWord(word)
  return plain === undefined ? `${status}` : `${status} ${plain}`
}
