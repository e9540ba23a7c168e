import { expect, it } from 'vitest'
import { isSearchable } from './is-searchable.ts'

it('asks for two letters, or one character that is a word', () => {
  expect(['', ' ', 'a', ' a ', 'ab', '错', ' 错 '].map(isSearchable)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})
