import type { RawBody } from './answer.ts'
import { rawBytes } from './answer.ts'

/**
 * What is served was written by agents and users: whatever runs or loads in it must not do so as a page of
 * ours, wherever a browser comes to show it (a picture in SVG is a document with scripts).
 */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

const UNKNOWN_TYPE = 'application/octet-stream'

export interface RawFileOptions {
  /** As somebody said; one that is no media type is served as unknown bytes. */
  mimeType: string | undefined
  /** The value of `Content-Disposition`. */
  disposition: string
  headers?: Record<string, string>
}

/** A file as its bytes, for showing and saving and never for running. */
export function rawFile(bytes: Buffer, { mimeType, disposition, headers }: RawFileOptions): RawBody {
  return rawBytes(bytes, safeMimeType(mimeType) ?? UNKNOWN_TYPE, {
    headers: {
      ...headers,
      'Content-Disposition': disposition,
      'Content-Security-Policy': CONTENT_POLICY,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** The media type, fit for a header; undefined when it is none. */
export function safeMimeType(mimeType: string | undefined): string | undefined {
  const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
  const isType = new RegExp(
    `^${token}/${token}(\\s*;\\s*${token}=(${token}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"))*$`,
  )
  const trimmed = mimeType?.trim() ?? ''
  return trimmed.length <= 255 && isType.test(trimmed) ? trimmed : undefined
}

/**
 * `Content-Disposition` for a name people gave: an ASCII form without what a header or a file system could
 * take amiss, and the name itself beside it where that differs (RFC 6266).
 */
export function dispositionOf(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_').toWellFormed()
  const ascii = plain.replace(/[^\x20-\x7e]|["%;]/g, '_')
  if (ascii === plain) return `${kind}; filename="${ascii}"`
  const encoded = encodeURIComponent(plain).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
