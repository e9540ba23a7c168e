import { describe, expect, it } from 'vitest'
import { resultPictures, withoutPictures } from './result-pictures.ts'

const claude = (data: string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})
const plugged = { type: 'image', data: 'AAAA', mimeType: 'image/webp' }
const words = { type: 'text', text: 'Took a picture' }

describe('the pictures in a result', () => {
  it.each([
    ['a part of Claude', [claude('AAAA')], [{ address: 'data:image/png;base64,AAAA' }]],
    [
      'a part of a plugged-in tool',
      { content: [words, plugged] },
      [{ address: 'data:image/webp;base64,AAAA' }],
    ],
    [
      'a file that was read',
      { type: 'image', file: { base64: 'AAAA', type: 'image/jpeg', originalSize: 3 } },
      [{ address: 'data:image/jpeg;base64,AAAA' }],
    ],
    [
      'one in one more wrapping',
      [{ type: 'content', content: plugged }],
      [{ address: 'data:image/webp;base64,AAAA' }],
    ],
    ['one the hub shortened', [claude('AAAA\n…[svc: truncated 9 chars]…\nAAAA')], [{ problem: 'too-large' }]],
    ['one that is too large', [claude('A'.repeat(8_000_001))], [{ problem: 'too-large' }]],
    ['a drawing, which may hold a program', [claude('AAAA', 'image/svg+xml')], [{ problem: 'unknown' }]],
    ['what is no base64', [claude('A" onerror="x')], [{ problem: 'unknown' }]],
    [
      'one from elsewhere',
      [{ type: 'image', source: { type: 'url', url: 'https://a.b' } }],
      [{ problem: 'unknown' }],
    ],
    ['words', [words], []],
    ['text', 'image', []],
    ['nothing', undefined, []],
  ])('are found: %s', (_, result, pictures) => {
    expect(resultPictures(result)).toEqual(pictures)
  })

  it('are looked for no deeper than anybody wraps them', () => {
    let result: unknown = plugged
    for (let depth = 0; depth < 50; depth++) result = { content: [result] }
    expect(resultPictures(result)).toEqual([])
  })
})

it.each([
  ['words beside pictures', { content: [words, plugged] }, [words]],
  ['nothing but pictures', [plugged], undefined],
  ['a picture itself', plugged, undefined],
  ['words', [words], [words]],
  ['any other value', { a: 1 }, { a: 1 }],
])('leaves %s without pictures', (_, result, rest) => {
  expect(withoutPictures(result)).toEqual(rest)
})
