import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CredentialError } from './answer.ts'

const GOOGLE_TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** What a Firebase service-account file says that a sender needs. */
export interface ServiceAccount {
  projectId: string
  clientEmail: string
  privateKey: KeyObject
  /** Where access tokens are issued. */
  tokenUri: string
}

/**
 * Reads a service-account file.
 * @throws CredentialError naming the file and what is wrong with it
 */
export function readServiceAccount(path: string): ServiceAccount {
  const refuse = (fault: string) => new CredentialError(`The service-account file ${path} ${fault}.`)
  let fields: Record<string, unknown>
  try {
    fields = JSON.parse(readFileSync(path, 'utf8')) ?? {}
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read')
  }
  const text = (name: string): string => {
    const value = fields[name]
    if (typeof value !== 'string' || value === '') throw refuse(`has no ${name}`)
    return value
  }
  const privateKey = rsaKey(text('private_key'))
  if (!privateKey) throw refuse('holds a private_key that is no RSA key')
  const tokenUri = typeof fields.token_uri === 'string' ? fields.token_uri : GOOGLE_TOKEN_URI
  if (!URL.canParse(tokenUri)) throw refuse('holds a token_uri that is no address')
  return { projectId: text('project_id'), clientEmail: text('client_email'), privateKey, tokenUri }
}

function rsaKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    return undefined
  }
}
