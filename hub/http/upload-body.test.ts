import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { VERBATIM_ROOM_BYTES } from '../link/verbatim.ts'
import { BodyRoom } from './body-room.ts'
import { decoded, UploadReader } from './upload-body.ts'

const MAX = 60_000

/** A request with this body, announced by its length unless it comes in pieces. */
function request(body: string | Buffer, { announced = true } = {}): IncomingMessage {
  const bytes = Buffer.from(body)
  const headers = announced ? { 'content-length': String(bytes.length) } : {}
  const stream = new PassThrough()
  for (let at = 0; at < bytes.length; at += 1000) stream.write(bytes.subarray(at, at + 1000))
  stream.end()
  return Object.assign(stream, { headers, setTimeout() {} }) as unknown as IncomingMessage
}

/** What was received, its content as text. */
const receive = (body: string | Buffer, options?: { announced: boolean }) =>
  new UploadReader().receive(request(body, options), MAX, async ({ content, sizeBytes, ...named }) => ({
    file: { ...named, content: content.bytes.toString('latin1', 0, content.lengthBytes) },
    sizeBytes,
  }))

const file = { filename: 'a.png', mimeType: 'image/png' }
const json = (content: unknown, more: object = {}) => JSON.stringify({ ...file, content, ...more })
const base64 = (bytes: number) => Buffer.alloc(bytes, 'svc').toString('base64')

describe('reads', () => {
  it.each([
    ['small', 5],
    ['empty', 0],
    ['in many pieces', 50_000],
    ['just small enough', MAX],
  ])('a file that is %s', async (_, bytes) => {
    const content = base64(bytes)
    const upload = { file: { ...file, content }, sizeBytes: bytes }
    expect([await receive(json(content)), await receive(json(content), { announced: false })]).toEqual([
      upload,
      upload,
    ])
  })

  it.each([
    ['spaces', ' {\n "content" : "YQ==" ,\t"filename":"a.png" , "mimeType":"image/png"}\r\n'],
    ['escaped slashes', '{"filename":"a.png","content":"YQ==","mimeType":"image\\/png"}'],
    ['an escaped key', '{"filename":"a.png","cont\\u0065nt":"YQ==","mimeType":"image/png"}'],
    [
      'a nested value that looks alike',
      '{"x":{"content":"Yg=="},"filename":"a.png","content":"YQ==","mimeType":"image/png"}',
    ],
    [
      'a nested value that looks alike at its end',
      '{"filename":"a.png","content":"YQ==","mimeType":"image/png","x":[{"content":"Yg=="}]}',
    ],
    ['the word as a value', '{"x":"content","filename":"a.png","content":"YQ==","mimeType":"image/png"}'],
    ['the key twice', '{"content":"Yg==","filename":"a.png","content":"YQ==","mimeType":"image/png"}'],
    [
      'keys that end in a quote',
      '{"\\\\":"\\"content\\":","filename":"a.png","content":"YQ==","mimeType":"image/png"}',
    ],
  ])('JSON with %s as a parser would', async (_, body) => {
    expect(await receive(body)).toEqual({ file: { ...file, content: 'YQ==' }, sizeBytes: 1 })
  })

  it('base64 whose slashes are escaped', async () => {
    const content = Buffer.alloc(300, 0xff).toString('base64')
    expect(content).toContain('/')
    expect(await receive(json(content).replaceAll('/', '\\/'))).toEqual({
      file: { ...file, content },
      sizeBytes: 300,
    })
  })

  it('names of any script', async () => {
    const { file: read } = await receive(json('YQ==', { filename: 'Größe 日本.png' }))
    expect(read.filename).toBe('Größe 日本.png')
  })
})

describe('the content', () => {
  const contentOf = (body: string, options?: { announced: boolean }) =>
    new UploadReader().receive(request(body, options), MAX, async ({ content }) => content)

  it('stays where it was received, with room behind it', async () => {
    const { bytes, lengthBytes } = await contentOf(json(base64(50_000)))
    const before = bytes.buffer.byteLength - bytes.byteLength
    expect([Buffer.from(bytes.buffer, 0, before).toString(), bytes.length - lengthBytes]).toEqual([
      '{"filename":"a.png","mimeType":"image/png","content":"',
      '"}'.length + VERBATIM_ROOM_BYTES,
    ])
  })

  it('decodes to the file', async () => {
    const contents = [await contentOf(json('YWJj')), await contentOf(json('YWJj'), { announced: false })]
    expect(contents.map((content) => decoded(content).toString())).toEqual(['abc', 'abc'])
  })
})

describe('refuses as invalid', () => {
  it.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['broken JSON around the content', '{"filename":"a.png","content":"YQ==",,"mimeType":"image/png"}'],
    ['a list', '[{"filename":"a.png","content":"YQ==","mimeType":"image/png"}]'],
    ['content that never ends', '{"filename":"a.png","mimeType":"image/png","content":"YQ=='],
    ['no content', JSON.stringify(file)],
    ['content in a nested value alone', JSON.stringify({ ...file, x: { content: 'YQ==' } })],
    ['content that is no text', json(5)],
    ['no name', json('YQ==', { filename: '' })],
    ['a name of 256 characters', json('YQ==', { filename: 'x'.repeat(256) })],
    ['a type of 256 characters', json('YQ==', { mimeType: 'x'.repeat(256) })],
    [
      'text that is not UTF-8',
      Buffer.from([
        ...Buffer.from('{"filename":"'),
        0xff,
        ...Buffer.from('","content":"YQ==","mimeType":"a/b"}'),
      ]),
    ],
    ['base64 without its padding', json('YQ')],
    ['base64 with too much padding', json('YQ===AAA')],
    ['base64 of another alphabet', json('-_-_')],
    ['base64 with a line break', json('YQ==\nYQ=')],
    ['base64 with padding inside', json('YQ==YWJj')],
    ['padding alone', json('====')],
    ['a data URL', json('data:image/png;base64,YQ==')],
    ['characters beyond a byte', json('YQŁ=')],
  ])('%s', async (_, body) => {
    await expect(receive(body)).rejects.toMatchObject({ reason: 'invalid' })
  })
})

it('takes a name and a type of 255 characters', async () => {
  const { file: read } = await receive(json('', { filename: 'n'.repeat(255), mimeType: 't'.repeat(255) }))
  expect([read.filename.length, read.mimeType.length]).toEqual([255, 255])
})

describe('refuses as too large', () => {
  it.each([
    ['a file one byte larger than it may be', MAX + 1, true],
    ['a body no file of the right size could have', 2 * MAX, true],
    ['such a body that does not say how large it is', 2 * MAX, false],
  ])('%s', async (_, bytes, announced) => {
    await expect(receive(json(base64(bytes)), { announced })).rejects.toMatchObject({ reason: 'too-large' })
  })
})

it('answers 400 to a body that breaks off', async () => {
  const stream = request(json('YQ=='))
  stream.headers['content-length'] = '1000'
  await expect(new UploadReader().receive(stream, MAX, async () => 0)).rejects.toMatchObject({ status: 400 })
})

it('reads a body only when there is room for it', async () => {
  const reader = new UploadReader()
  const large = 50 * 1024 * 1024
  const body = () => request(json('YQ=='), { announced: false })
  const end = Promise.withResolvers<void>()
  const holding = [0, 1].map(() => {
    const started = Promise.withResolvers<void>()
    const done = reader.receive(body(), large, () => {
      started.resolve()
      return end.promise
    })
    return { started: started.promise, done }
  })
  await Promise.all(holding.map(({ started }) => started))
  let isRead = false
  const waiting = reader.receive(body(), large, async () => {
    isRead = true
  })
  // By the time another reader is through with the same, this one would be too.
  await new UploadReader().receive(body(), large, async () => undefined)
  expect(isRead).toBe(false)
  end.resolve()
  await Promise.all([...holding.map(({ done }) => done), waiting])
  expect(isRead).toBe(true)
})

it('gives up on a body that has stalled, so that others need not wait for its room', async () => {
  const reader = new UploadReader(new BodyRoom({ inMemoryBytes: 1, stalledAfterMs: 100 }))
  const server = createServer(async (incoming, response) => {
    const size = await reader.receive(incoming, MAX, async ({ sizeBytes }) => sizeBytes).catch(String)
    response.end(String(size))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const stalled = connect(port, '127.0.0.1')
    const hungUp = once(stalled, 'close')
    stalled.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 50000\r\n\r\n{')
    await once(server, 'request')
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: json(base64(3)) })
    expect(await answer.text()).toBe('3')
    await hungUp
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
