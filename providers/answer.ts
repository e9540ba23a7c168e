/** A provider gets this long to answer one notification. */
export const PROVIDER_TIMEOUT_MS = 10_000

/** What became of one notification at its provider; acceptance is no receipt of the handset. */
export type ProviderAnswer =
  | { accepted: true }
  | {
      accepted: false
      /** HTTP status; undefined when there was no answer. */
      status: number | undefined
      /** The provider's own word for it, or `timeout`, `network`, `bad-answer`. */
      code: string
      /** The device token will never work again. */
      isTokenDead: boolean
    }

export const noAnswer = (code: 'timeout' | 'network' | 'bad-answer'): ProviderAnswer => ({
  accepted: false,
  status: undefined,
  code,
  isTokenDead: false,
})

/** Credentials that cannot be used; the message is one sentence for the operator and holds no secret. */
export class CredentialError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CredentialError'
  }
}
