import { type KeyObject, sign } from 'node:crypto'

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A compact JWS: RS256 with an RSA key, ES256 with a P-256 key. */
export function signedToken(key: KeyObject, header: { kid?: string }, claims: object): string {
  const alg = key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'
  const text = `${base64url({ alg, typ: 'JWT', ...header })}.${base64url(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
