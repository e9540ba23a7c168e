import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { UploadBody } from '../../contract/upload.ts'
import { HubError } from '../errors.ts'
import { VERBATIM_ROOM_BYTES, type VerbatimText } from '../link/verbatim.ts'
import { readBytes } from './body.ts'
import { BodyRoom } from './body-room.ts'

/** Room in a body for the file's name and type, however they are escaped. */
const ENVELOPE_BYTES = 16 * 1024

/** An upload as it was sent: `content` is base64 that has been checked, `sizeBytes` what it decodes to. */
export interface ReceivedUpload {
  filename: string
  mimeType: string
  content: VerbatimText
  sizeBytes: number
}

/** The file itself. */
export function decoded({ bytes, lengthBytes }: VerbatimText): Buffer {
  return Buffer.from(bytes.toString('latin1', 0, lengthBytes), 'base64')
}

/** An upload that was not taken: not what the schema says, or larger than it may be. */
export class UploadRefused extends Error {
  readonly reason: 'invalid' | 'too-large'

  constructor(reason: 'invalid' | 'too-large', message: string) {
    super(message)
    this.name = 'UploadRefused'
    this.reason = reason
  }
}

/**
 * Reads the bodies of uploads, few at a time. The base64 text of the file is found in the JSON by its place
 * and stays where it was received: it is neither parsed nor copied to be handed on.
 */
export class UploadReader {
  readonly #room: BodyRoom

  constructor(room = new BodyRoom()) {
    this.#room = room
  }

  /**
   * Reads an upload of at most `maxBytes` (decoded) and runs `work` with it; its share of memory is given
   * back after that.
   * @throws UploadRefused
   */
  async receive<T>(
    request: IncomingMessage,
    maxBytes: number,
    work: (upload: ReceivedUpload) => Promise<T>,
  ): Promise<T> {
    const limitBytes = bodyLimitOf(maxBytes)
    return this.#room.hold(request, limitBytes, async () =>
      work(await readUpload(request, { limitBytes, maxBytes })),
    )
  }
}

/** Base64 takes four bytes for three, and one more for every `/` that is written as `\/`. */
const bodyLimitOf = (maxBytes: number): number =>
  Math.ceil(Math.ceil(maxBytes / 3) * 4 * (65 / 64)) + ENVELOPE_BYTES

const tooLarge = () => new UploadRefused('too-large', 'File too large')

async function readUpload(
  request: IncomingMessage,
  { limitBytes, maxBytes }: { limitBytes: number; maxBytes: number },
): Promise<ReceivedUpload> {
  const bytes = await read(request, limitBytes)
  const upload = parseUpload(bytes)
  if (upload.sizeBytes > maxBytes) throw tooLarge()
  return upload
}

/** The body, and room for the end of the frame that its content leaves in. */
interface Received {
  body: Buffer
  withRoom: Buffer
}

async function read(request: IncomingMessage, limitBytes: number): Promise<Received> {
  const announced = Number(request.headers['content-length'])
  if (announced <= limitBytes) return readAnnounced(request, announced)
  try {
    const body = await readBytes(request, limitBytes)
    return { body, withRoom: body }
  } catch (error) {
    if (error instanceof HubError && error.status === 413) throw tooLarge()
    throw error
  }
}

/** Into one buffer of the right size, where joining pieces would take the memory twice. */
async function readAnnounced(request: IncomingMessage, lengthBytes: number): Promise<Received> {
  const withRoom = Buffer.allocUnsafeSlow(lengthBytes + VERBATIM_ROOM_BYTES)
  const body = withRoom.subarray(0, lengthBytes)
  let filled = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) filled += chunk.copy(body, filled)
  } catch {
    filled = -1
  }
  if (filled !== lengthBytes) throw new HubError(400, ERROR_TEXTS.incompleteBody)
  return { body, withRoom }
}

const NamedUpload = UploadBody.omit({ content: true })

function parseUpload(received: Received): ReceivedUpload {
  const { named, content } = readObject(received)
  const parsed = NamedUpload.safeParse(named)
  if (!parsed.success || !content) throw new UploadRefused('invalid', ERROR_TEXTS.invalidBody)
  const sizeBytes = decodedSize(content)
  if (sizeBytes === undefined) throw new UploadRefused('invalid', ERROR_TEXTS.notBase64)
  return { ...parsed.data, content, sizeBytes }
}

function readObject({ body, withRoom }: Received): { named: unknown; content: VerbatimText | undefined } {
  const place = findContent(body)
  if (place) {
    const named = parseJson(Buffer.concat([body.subarray(0, place.start), body.subarray(place.end)]))
    return {
      named,
      content: { bytes: withRoom.subarray(place.start), lengthBytes: place.end - place.start },
    }
  }
  const named = parseJson(body) as { content?: unknown } | null
  if (typeof named?.content !== 'string') return { named, content: undefined }
  const bytes = Buffer.from(named.content)
  return { named, content: { bytes, lengthBytes: bytes.length } }
}

function parseJson(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UploadRefused('invalid', ERROR_TEXTS.invalidBody)
}

const IS_BASE64 = new Uint8Array(256)
for (const digit of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')) {
  IS_BASE64[digit] = 1
}
const PADDING = 0x3d

/** How many bytes the text decodes to; undefined when it is not base64 with its padding. */
function decodedSize({ bytes, lengthBytes }: VerbatimText): number | undefined {
  if (lengthBytes % 4 !== 0) return undefined
  let digits = lengthBytes
  while (digits > lengthBytes - 2 && bytes[digits - 1] === PADDING) digits -= 1
  for (let at = 0; at < digits; at++) if (IS_BASE64[bytes[at] as number] === 0) return undefined
  return (lengthBytes / 4) * 3 - (lengthBytes - digits)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Where the text of the one `"content"` of a flat JSON object stands, without its quotes; undefined where
 * that is not plain to see (escapes in it, nested values, no object), which is for a real parser to read.
 */
function findContent(bytes: Buffer): { start: number; end: number } | undefined {
  let found: { start: number; end: number } | undefined
  for (let open = bytes.indexOf(QUOTE); open !== -1; ) {
    const close = endOfString(bytes, open)
    if (close === -1) return undefined
    const next = skipSpace(bytes, close + 1)
    const isContentKey = bytes[next] === 0x3a && bytes.toString('latin1', open + 1, close) === 'content'
    // A string in front of a colon is a key: only at the top level, because nested values are given up on.
    const value = bytes[next] === 0x3a ? skipSpace(bytes, next + 1) : -1
    if (bytes[value] === 0x7b || bytes[value] === 0x5b) return undefined
    open = bytes.indexOf(QUOTE, close + 1)
    if (!isContentKey) continue
    if (open !== value) return undefined
    const end = bytes.indexOf(QUOTE, value + 1)
    if (end === -1 || bytes.subarray(value + 1, end).includes(BACKSLASH)) return undefined
    found = { start: value + 1, end }
    open = bytes.indexOf(QUOTE, end + 1)
  }
  return found
}

/** The quote that ends the string which begins at `open`; -1 for none. */
function endOfString(bytes: Buffer, open: number): number {
  for (let at = bytes.indexOf(QUOTE, open + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = at
    while (bytes[escapes - 1] === BACKSLASH) escapes -= 1
    if ((at - escapes) % 2 === 0) return at
  }
  return -1
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1
  return at
}
