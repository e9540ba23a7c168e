import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import getRawBody, { type RawBodyError } from 'raw-body'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { HubError } from '../errors.ts'

/** How much of a refused body is read and thrown away so that the sender gets to see the answer. */
const DISCARDED_BYTES_MAX = 16 * 1024 * 1024

/** The text could not be read as JSON; the message says why. */
export class MalformedBody extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MalformedBody'
  }
}

/**
 * Reads a request body, whatever its content type says, as JSON text.
 * @throws MalformedBody for broken UTF-8 or JSON; HubError 413 above `limitBytes`, 400 when it broke off
 */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes)
  if (!isUtf8(bytes)) throw new MalformedBody('The body is not UTF-8 text')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new MalformedBody('The body is not JSON')
  }
}

/**
 * Reads a request body into memory, at most `limitBytes` of it.
 * @throws HubError 413 above the limit, 400 when the body broke off
 */
export async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit: limitBytes, length: request.headers['content-length'] ?? null })
  } catch (error) {
    const { type } = error as RawBodyError
    if (type === 'entity.too.large') {
      discard(request)
      throw new HubError(413, 'The request body is too large', { details: { limit: limitBytes } })
    }
    if (type !== undefined) throw new HubError(400, ERROR_TEXTS.incompleteBody)
    throw error
  }
}

/** Keeps reading for a while without keeping anything, then hangs up. */
function discard(request: IncomingMessage): void {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARDED_BYTES_MAX) request.destroy()
  })
  request.resume()
}
