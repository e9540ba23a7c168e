import { expect, it } from 'vitest'
import { matchesEtag } from './etag.ts'

it.each([
  [undefined, false],
  ['', false],
  ['"img-1"', true],
  ['W/"img-1"', true],
  ['*', true],
  [' * ', true],
  ['"other", "img-1"', true],
  ['"other",W/"img-1" , "third"', true],
  ['"other", "third"', false],
  ['img-1', false],
  ['"img-10"', false],
  ['"a, img-1"', false],
])('If-None-Match %j names "img-1": %j', (header, expected) => {
  expect(matchesEtag(header, '"img-1"')).toBe(expected)
})
