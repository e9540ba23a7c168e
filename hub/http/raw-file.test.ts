import { describe, expect, it } from 'vitest'
import { dispositionOf, rawFile, safeMimeType } from './raw-file.ts'

describe('dispositionOf', () => {
  it.each([
    ['notes.txt', 'inline; filename="notes.txt"'],
    ['my notes.txt', 'inline; filename="my notes.txt"'],
    ['../../etc/passwd', 'inline; filename=".._.._etc_passwd"'],
    ['..\\boot.ini', 'inline; filename=".._boot.ini"'],
    ['a"; x="b', `inline; filename="a__ x=_b"; filename*=UTF-8''a%22%3B%20x%3D%22b`],
    ['a\r\nSet-Cookie: x', 'inline; filename="a__Set-Cookie: x"'],
    ['\u202egpj.exe', 'inline; filename="_gpj.exe"'],
    ['日本.png', `inline; filename="__.png"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.png`],
    ["it's (1).png", 'inline; filename="it\'s (1).png"'],
    ["é'(*)", `inline; filename="_'(*)"; filename*=UTF-8''%C3%A9%27%28%2a%29`],
    ['\ud800.png', `inline; filename="_.png"; filename*=UTF-8''%EF%BF%BD.png`],
  ])('names %j safely', (filename, header) => {
    expect(dispositionOf('inline', filename)).toBe(header)
  })
})

it.each([
  ['image/png', 'image/png'],
  [' text/plain; charset=utf-8 ', 'text/plain; charset=utf-8'],
  ['text/plain; charset="utf-8"', 'text/plain; charset="utf-8"'],
  ['image', undefined],
  ['', undefined],
  [undefined, undefined],
  ['image/png\r\nX-Evil: 1', undefined],
  ['text/html; a=b, text/plain', undefined],
  [`image/${'x'.repeat(255)}`, undefined],
])('safeMimeType(%j) is %j', (mimeType, expected) => {
  expect(safeMimeType(mimeType)).toBe(expected)
})

it('keeps what is served from running as a page of ours', () => {
  const { headers } = rawFile(Buffer.from('<svg/>'), { mimeType: 'image/svg+xml', disposition: 'inline' })
  expect(headers).toEqual({
    'Content-Type': 'image/svg+xml',
    'Content-Disposition': 'inline',
    'Content-Security-Policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
    'X-Content-Type-Options': 'nosniff',
  })
})

it('serves what has no media type as unknown bytes', () => {
  const { headers } = rawFile(Buffer.alloc(1), { mimeType: 'nonsense', disposition: 'inline' })
  expect(headers['Content-Type']).toBe('application/octet-stream')
})
