import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export interface Certificate {
  /** PEM. */
  key: string
  cert: string
}

/**
 * A certificate for 127.0.0.1 and localhost that signs itself, and that every TLS client of this process
 * trusts from now on, so that what is tested needs no door for tests.
 */
export function trustedCertificate(): Certificate {
  const certificate = selfSigned()
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  return certificate
}

/** A certificate for 127.0.0.1 and localhost that nobody trusts. */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(ECDSA_WITH_SHA256)
  // Of its own: trusted certificates are looked up by name.
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(randomUUID())))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(der(0x17, Buffer.from('000101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(IS_AUTHORITY, forLoopback())),
  )
  const signature = sign('sha256', content, privateKey)
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function forLoopback(): Buffer {
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  return sequence(ALTERNATIVE_NAME, der(0x04, names))
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts))
}

const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex')
/** basicConstraints, critical, CA. */
const IS_AUTHORITY = Buffer.from('300f0603551d130101ff040530030101ff', 'hex')
