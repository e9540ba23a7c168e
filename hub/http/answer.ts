import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { acceptsGzip } from './accept-encoding.ts'

export interface RawBodyOptions {
  status?: number
  headers?: Record<string, string>
}

/** An answer that is already bytes or text: sent as it is, never serialised. */
export class RawBody {
  readonly content: string | Buffer | Readable
  readonly gzip: Buffer | undefined
  readonly status: number
  readonly headers: Record<string, string>

  constructor(content: string | Buffer | Readable, options: RawBodyOptions & { gzip?: Buffer | undefined }) {
    this.content = content
    this.gzip = options.gzip
    this.status = options.status ?? 200
    this.headers = options.headers ?? {}
  }
}

/**
 * A body that is already JSON text, at once or as it is read. With `gzip`, the same text compressed
 * beforehand, clients that accept gzip get those bytes.
 */
export function rawJson(
  text: string | Buffer | Readable,
  options: RawBodyOptions & { gzip?: Buffer } = {},
): RawBody {
  return new RawBody(text, { ...options, headers: { 'Content-Type': JSON_TYPE, ...options.headers } })
}

/** A body of raw bytes, such as an image; never compressed. */
export function rawBytes(bytes: Buffer, contentType: string, options: RawBodyOptions = {}): RawBody {
  return new RawBody(bytes, { ...options, headers: { ...options.headers, 'Content-Type': contentType } })
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Writes a handler's result to the response: a RawBody as it is, anything else as JSON. */
export function send(ctx: Context, result: unknown): void {
  if (result instanceof RawBody) {
    sendRaw(ctx, result)
    return
  }
  ctx.response.set('Content-Type', JSON_TYPE)
  ctx.body = JSON.stringify(result)
}

function sendRaw(ctx: Context, raw: RawBody): void {
  ctx.status = raw.status
  ctx.response.set(raw.headers)
  const isGzip = raw.gzip !== undefined && acceptsGzip(ctx.req.headers['accept-encoding'])
  if (isGzip) ctx.response.set('Content-Encoding', 'gzip')
  ctx.body = isGzip ? raw.gzip : raw.content
  if (!isGzip && raw.content instanceof Readable) tieTogether(raw.content, ctx)
}

/** A body that breaks off must not look like a whole one, and nobody reads on for a client that has gone. */
function tieTogether(content: Readable, { res }: Context): void {
  content.once('error', () => res.destroy())
  res.once('close', () => content.destroy())
}
