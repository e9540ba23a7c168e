import { describe, expect, it } from 'vitest'
import { matchExpression, searchTerms } from './search-terms.ts'
import { indexedWords } from './words.ts'

const match = (query: string) => matchExpression(searchTerms(query))

describe('what is typed becomes terms that must all be found', () => {
  it.each([
    ['fix', '"fix"*'],
    ['Fix the Build', '"Fix" AND "the" AND "Build"*'],
    ['hub/store.ts', '"hub store ts"'],
    ['a b', '"a" AND "b"'],
    ['错误', '"错 误"'],
    ['修复 bug', '"修 复" AND "bug"*'],
    ['修复bug', '"修 复 bug"*'],
    ['café', '"café"*'],
  ])('%s', (query, expected) => {
    expect(match(query)).toBe(expected)
  })

  it.each([
    ['fix"', '"fix"*'],
    ['NEAR(a b, 2)', '"NEAR a" AND "b" AND "2"'],
    ['words: x*', '"words" AND "x"'],
    ['a AND NOT b', '"a" AND "AND" AND "NOT" AND "b"'],
    ['^^ -- ** ()', ''],
    ['😀', ''],
  ])('and nothing of it is an operator: %s', (query, expected) => {
    expect(match(query)).toBe(expected)
  })

  it('no more than a person means', () => {
    expect(searchTerms('w '.repeat(100))).toHaveLength(16)
  })
})

it.each([
  ['plain words stay', 'plain words stay'],
  ['修复了bug', ' 修  复  了 bug'],
  ['서버를', ' 서  버  를 '],
])('takes %s into the index', (text, expected) => {
  expect(indexedWords(text)).toBe(expected)
})
