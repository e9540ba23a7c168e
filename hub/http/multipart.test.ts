import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RawHttp } from '../testing/raw-http.ts'
import { readForm } from './multipart.ts'

let server: RawHttp

beforeEach(async () => {
  server = await RawHttp.serve((request, response) => {
    readForm(request, 100_000).then(
      (parts) =>
        response.end(
          JSON.stringify(parts.map((part) => ({ ...part, bytes: part.bytes.toString('latin1') }))),
        ),
      (error: Error) => response.writeHead(400).end(`${error.name}: ${error.message}`),
    )
  })
})
afterEach(() => server.close())

const FORM = 'multipart/form-data; boundary=b'

async function read(body: string | Buffer, contentType = FORM) {
  const answer = await server.send('/', { method: 'POST', headers: { 'content-type': contentType }, body })
  return answer.status === 200 ? JSON.parse(answer.text) : answer.text
}

const part = (headers: string[], body: string) => `--b\r\n${headers.join('\r\n')}\r\n\r\n${body}\r\n`
const field = (name: string, value: string) => part([`Content-Disposition: form-data; name="${name}"`], value)

describe('reads', () => {
  it('fields and files, whatever their bytes', async () => {
    const bytes = '\x00\xff\r\n--not the boundary\r\n--'
    const file = part(
      [
        'content-disposition: form-data; name="file"; filename="a \\"b\\".webm"',
        'CONTENT-TYPE: audio/webm; c=1',
      ],
      bytes,
    )
    expect(await read(Buffer.from(`${field('mode', 'x')}${file}--b--\r\n`, 'latin1'))).toEqual([
      { name: 'mode', bytes: 'x' },
      { name: 'file', filename: 'a "b".webm', contentType: 'audio/webm; c=1', bytes },
    ])
  })

  it('a file without a type, without a name and without bytes', async () => {
    expect(await read(`${part(['Content-Disposition: form-data; name=f; filename=""'], '')}--b--`)).toEqual([
      { name: 'f', filename: '', bytes: '' },
    ])
  })

  it('a file whose name is not ASCII', async () => {
    const [parsed] = await read(
      `${part(['Content-Disposition: form-data; name="f"; filename="录音.webm"'], 'x')}--b--`,
    )
    expect([parsed.name, typeof parsed.filename, parsed.bytes]).toEqual(['f', 'string', 'x'])
  })

  it('a form larger than one piece of the stream', async () => {
    const value = 'v'.repeat(90_000)
    expect(await read(`${field('long', value)}--b--`)).toEqual([{ name: 'long', bytes: value }])
  })

  it('a quoted boundary, and what follows the end', async () => {
    expect(await read(`${field('a', '1')}--b--\r\nepilogue`, 'Multipart/Form-Data; boundary="b"')).toEqual([
      { name: 'a', bytes: '1' },
    ])
  })

  it('a form without parts', async () => {
    expect(await read('--b--\r\n')).toEqual([])
  })

  it('what FormData of a browser sends', async () => {
    const form = new FormData()
    form.set('provider', 'openai')
    form.set('file', new Blob(['sound'], { type: 'audio/mp4' }), 'r.m4a')
    const request = new Request('http://x', { method: 'POST', body: form })
    const contentType = request.headers.get('content-type') ?? ''
    expect(await read(Buffer.from(await request.arrayBuffer()), contentType)).toEqual([
      { name: 'provider', bytes: 'openai' },
      { name: 'file', filename: 'r.m4a', contentType: 'audio/mp4', bytes: 'sound' },
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['another content type', '{}', 'application/json'],
    ['no boundary', '', 'multipart/form-data'],
    ['nothing', '', FORM],
    ['text without a boundary', 'hello', FORM],
    [
      'a form that breaks off',
      `${field('a', '1')}--b\r\nContent-Disposition: form-data; name="c"\r\n\r\nx`,
      FORM,
    ],
    ['a form that breaks off in a header', `--b\r\nContent-Dispo`, FORM],
    ['a part without a name', `${part(['Content-Disposition: form-data'], 'x')}--b--`, FORM],
    [
      'a part that is no form field',
      `${part(['Content-Disposition: attachment; name="a"'], 'x')}--b--`,
      FORM,
    ],
    ['a part without headers', '--b\r\n\r\nx\r\n--b--', FORM],
    ['more parts than any form has', `${field('a', '1').repeat(17)}--b--`, FORM],
  ])('%s', async (_, body, contentType) => {
    expect(await read(body, contentType)).toMatch(/^MalformedBody: /)
  })

  it('a body over the limit', async () => {
    expect(await read(`${field('a', 'v'.repeat(100_000))}--b--`)).toMatch(/^HubError: .* too large/)
  })
})
