import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { Dicer } from '@fastify/busboy'
import { MalformedBody, readBytes } from './body.ts'

/** One part of a form; a file where it carries a filename. */
export interface FormPart {
  name: string
  filename: string | undefined
  /** As the sender wrote it; undefined when it named none, which parsers of whole forms cannot tell. */
  contentType: string | undefined
  bytes: Buffer
}

/** More than any form of ours has. */
const PARTS_MAX = 16
const CHUNK_BYTES = 64 * 1024

/**
 * Reads a multipart/form-data body into memory.
 * @throws MalformedBody for another content type or a broken form; HubError 413 above `limitBytes`
 */
export async function readForm(request: IncomingMessage, limitBytes: number): Promise<FormPart[]> {
  const boundary = boundaryOf(request.headers['content-type'])
  const bytes = await readBytes(request, limitBytes)
  if (boundary === undefined) throw new MalformedBody('The body is not multipart/form-data')
  return parse(bytes, boundary)
}

function parse(bytes: Buffer, boundary: string): Promise<FormPart[]> {
  const { promise, resolve, reject } = Promise.withResolvers<FormPart[]>()
  const source = Readable.from(chunksOf(bytes))
  const parser = new Dicer({ boundary })
  const parts: FormPart[] = []
  const refuse = (message: string) => {
    source.destroy()
    reject(new MalformedBody(message))
  }
  parser.on('part', (stream) => {
    const chunks: Buffer[] = []
    let header: PartHeader | undefined
    stream.on('header', (fields) => {
      header = readHeader(fields as HeaderFields)
    })
    stream.on('data', (chunk) => chunks.push(chunk as Buffer))
    stream.on('error', () => refuse('The form ends in the middle of a part'))
    stream.on('end', () => {
      if (!header) refuse('A part of the form has no name')
      else if (parts.length === PARTS_MAX) refuse('The form has too many parts')
      else parts.push({ ...header, bytes: Buffer.concat(chunks) })
    })
  })
  parser.on('error', () => refuse('The form is not complete'))
  parser.on('finish', () => resolve(parts))
  source.pipe(parser)
  return promise
}

type HeaderFields = Partial<Record<string, string[]>>
type PartHeader = Omit<FormPart, 'bytes'>

function readHeader(fields: HeaderFields): PartHeader | undefined {
  const written = fields['content-disposition']?.[0]?.trim() ?? ''
  if (!/^form-data\s*;/i.test(written)) return undefined
  // Written like a media type, but for the slash.
  const disposition = mediaType(written.replace(/^form-data/i, 'form/data'))
  const name = disposition?.params.get('name')
  if (!name) return undefined
  const isFile = /;\s*filename\*?\s*=/i.test(written)
  return {
    name,
    filename: isFile ? (disposition?.params.get('filename') ?? '') : undefined,
    contentType: fields['content-type']?.[0]?.trim() || undefined,
  }
}

function boundaryOf(contentType = ''): string | undefined {
  const type = mediaType(contentType)
  return type?.essence === 'multipart/form-data' ? type.params.get('boundary') || undefined : undefined
}

function mediaType(written: string): MIMEType | undefined {
  try {
    return new MIMEType(written)
  } catch {
    return undefined
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}
