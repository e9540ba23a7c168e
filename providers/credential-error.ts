/** What is wrong with a credential file: it, its form, some of its fields, or the key in it. */
export type CredentialFault = 'unreadable' | 'not-json' | 'fields' | 'key'

/** A credential file that cannot be used. The message completes the sentence "the file ..."; it holds no secret. */
export class CredentialError extends Error {
  readonly fault: CredentialFault
  /** Names of the fields that are missing or wrong, when these are the fault. */
  readonly fields: readonly string[]

  constructor(message: string, fault: CredentialFault, fields: readonly string[] = []) {
    super(message)
    this.name = 'CredentialError'
    this.fault = fault
    this.fields = fields
  }
}
