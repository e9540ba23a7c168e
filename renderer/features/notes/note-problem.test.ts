import { describe, expect, it } from 'vitest'
import { ClientError } from '../../client/client-error.ts'
import { noteProblem, sortFiles } from './note-problem.ts'

const limits = {
  maxBytesPerFile: 10,
  maxAttachmentsPerEntry: 2,
  maxBytesPerEntry: 15,
  maxBytesPerSession: 100,
  allowedMimeTypes: ['image/png'],
}
const file = (name: string, size: number, type = 'image/png') => ({ name, size, type })
const sorted = (...[files, present = []]: [ReturnType<typeof file>[], { size: number }[]?]) => {
  const { fitting, problem } = sortFiles(files, present, limits)
  return [fitting.map(({ name }) => name), problem]
}

describe('sortFiles', () => {
  it.each([
    ['of a kind that is not held', [file('a', 1, 'text/html')], [], { kind: 'type', name: 'a' }],
    ['that is too large', [file('a', 11)], [], { kind: 'size', name: 'a' }],
    ['that is one too many', [file('a', 1)], [{ size: 1 }, { size: 1 }], { kind: 'count', name: 'a' }],
    ['for which there is no room', [file('a', 10)], [{ size: 6 }], { kind: 'entryBytes', name: 'a' }],
  ])('refuses a file %s', (_, files, present, problem) => {
    expect(sorted(files, present)).toEqual([[], problem])
  })

  it('takes what fits and names the first that does not', () => {
    expect(sorted([file('a', 10), file('b', 11), file('c', 5)])).toEqual([
      ['a', 'c'],
      { kind: 'size', name: 'b' },
    ])
  })
})

it.each([
  [new ClientError(409, { error: 'full', code: 'scratchlist_at_cap' }), 'cap'],
  [new ClientError(413, { error: 'big', code: 'scratchlist_attachment_too_large' }), 'size'],
  [new ClientError(404, { error: 'gone' }), undefined],
  [new Error('bug'), undefined],
])('noteProblem of %s is %s', (error, problem) => {
  expect(noteProblem(error)).toBe(problem)
})
