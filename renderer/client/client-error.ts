import { ErrorBody } from '../../contract/errors.ts'

/** A refused or failed call. Branch on (`status`, `code`), never on the message (spec: Errors). */
export class ClientError extends Error {
  /** HTTP status; 0 when no answer was received, so that the outcome of a write is unknown. */
  readonly status: number
  readonly code: string | undefined
  /** The parsed error body, its text when it is not JSON, or undefined. */
  readonly body: unknown

  constructor(status: number, body: unknown, cause?: unknown) {
    const parsed = ErrorBody.safeParse(body)
    const text = parsed.success ? parsed.data.error : undefined
    super(text ?? (status === 0 ? 'The hub did not answer' : `The hub answered ${status}`), { cause })
    this.name = 'ClientError'
    this.status = status
    this.code = parsed.success ? parsed.data.code : undefined
    this.body = body
  }

  /** Whether a read may be repeated with back-off (spec: Retry guidance). */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
