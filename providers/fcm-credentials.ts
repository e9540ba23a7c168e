import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CredentialError } from './credential-error.ts'

const TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** What a service-account file says that a sender needs. */
export interface ServiceAccount {
  projectId: string
  clientEmail: string
  privateKey: KeyObject
  /** Where access tokens are issued. */
  tokenUri: string
}

/**
 * Reads the provider's service-account file.
 * @throws CredentialError
 */
export function readServiceAccount(path: string): ServiceAccount {
  const content = readJson(path)
  const faults: string[] = []
  const text = (name: string, isGood: (value: string) => boolean, fallback?: string): string => {
    const value = content[name] ?? fallback
    if (typeof value === 'string' && isGood(value)) return value
    faults.push(name)
    return ''
  }
  const projectId = text('project_id', isPresent)
  const clientEmail = text('client_email', isPresent)
  const pem = text('private_key', isPresent)
  const tokenUri = text('token_uri', isSecureAddress, TOKEN_URI)
  if (faults.length > 0) {
    throw new CredentialError(`is not a service account: see its ${faults.join(', ')}`, 'fields', faults)
  }
  return { projectId, clientEmail, privateKey: rsaKey(pem), tokenUri }
}

const isPresent = (text: string) => text !== ''

/** The assertion that goes there is worth an access token. */
const isSecureAddress = (text: string) => URL.parse(text)?.protocol === 'https:'

function readJson(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) ?? {}
  } catch (error) {
    if (error instanceof SyntaxError) throw new CredentialError('is not JSON', 'not-json')
    throw new CredentialError('cannot be read', 'unreadable')
  }
}

function rsaKey(pem: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {
    // Said below, like a key of another kind; the system's words could repeat parts of it.
  }
  if (key?.asymmetricKeyType === 'rsa') return key
  throw new CredentialError('has a private_key that is not an RSA key', 'key')
}
