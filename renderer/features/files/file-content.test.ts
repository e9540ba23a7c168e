import { describe, expect, it } from 'vitest'
import { bytesOf, languageOf, readContent, SHOWN_BYTES } from './file-content.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('readContent', () => {
  it.each([
    ['a.txt', bytes('hello'), { kind: 'text', text: 'hello', isCut: false }],
    ['日本.md', bytes('日本語'), { kind: 'text', text: '日本語', isCut: false }],
    ['empty.png', new Uint8Array(), { kind: 'empty' }],
    ['Photo.JPG', new Uint8Array([255, 216]), { kind: 'image', mimeType: 'image/jpeg' }],
    ['tool', new Uint8Array([127, 69, 0, 70]), { kind: 'binary' }],
    ['latin.txt', new Uint8Array([0xe9, 0x74]), { kind: 'binary' }],
  ])('of %s', (name, content, shown) => {
    expect(readContent(name, content)).toEqual(shown)
  })

  it('cuts a long text, even in the middle of a character', () => {
    const long = bytes('é'.repeat(SHOWN_BYTES / 2 + 1))
    const odd = new Uint8Array([97, ...long.subarray(0, SHOWN_BYTES)])
    expect(readContent('a.txt', odd)).toEqual({
      kind: 'text',
      text: `a${'é'.repeat(SHOWN_BYTES / 2 - 1)}`,
      isCut: true,
    })
  })
})

describe('languageOf', () => {
  it.each([
    ['src/a.tsx', 'typescript'],
    ['src/a.py', 'py'],
    ['Makefile', 'makefile'],
    ['.zshrc', 'zshrc'],
  ])('%s is %s', (name, language) => {
    expect(languageOf(name)).toBe(language)
  })
})

it('bytesOf reads base64', () => {
  expect([...bytesOf('AP8=')]).toEqual([0, 255])
})
