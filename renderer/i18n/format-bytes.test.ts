import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1536, '1.5 kB'],
  [50 * 1024 * 1024, '50 MB'],
  [3 * 1024 ** 4, '3,072 GB'],
])('tells %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en-US')).toBe(text)
})
