import { describe, expect, it } from 'vitest'
import { complete, completionAt, matching } from './completion.ts'

describe('completionAt', () => {
  it.each([
    ['/', 1, { kind: 'command', query: '', start: 0, end: 1 }],
    ['/rev', 4, { kind: 'command', query: 'rev', start: 0, end: 4 }],
    ['/rev now', 3, { kind: 'command', query: 're', start: 0, end: 3 }],
    ['use $rel', 8, { kind: 'skill', query: 'rel', start: 4, end: 8 }],
    ['$', 1, { kind: 'skill', query: '', start: 0, end: 1 }],
    ['/rev now', 8, undefined],
    ['and /or', 7, undefined],
    ['costs 5$', 8, undefined],
    ['hello', 5, undefined],
  ])('in %j at %i is %j', (text, caret, place) => {
    expect(completionAt(text, caret)).toEqual(place)
  })
})

describe('matching', () => {
  const all = ['preview', 'review', 'Release', 'help'].map((name) => ({ name, description: undefined }))
  const names = (query: string) => matching(all, query).map(({ name }) => name)

  it('puts names that begin with the query first, whatever their case', () => {
    expect(names('re')).toEqual(['Release', 'review', 'preview'])
  })

  it('offers everything before the first letter', () => {
    expect(names('')).toEqual(['help', 'preview', 'Release', 'review'])
  })

  it('finds nothing for another word', () => {
    expect(names('xyz')).toEqual([])
  })
})

describe('complete', () => {
  it('replaces the word and leaves the rest', () => {
    const place = { kind: 'command', query: 're', start: 0, end: 3 } as const
    expect(complete('/re now', place, 'review')).toEqual({ text: '/review now', caret: 8 })
  })

  it('completes a skill in the middle of a sentence', () => {
    const place = { kind: 'skill', query: 'rel', start: 4, end: 8 } as const
    expect(complete('use $rel', place, 'release-notes')).toEqual({ text: 'use $release-notes ', caret: 19 })
  })
})
