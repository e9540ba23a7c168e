import { describe, expect, it } from 'vitest'
import { nextTab, tabOf } from './session-tabs.ts'

describe('tabOf', () => {
  it.each([
    ['/sessions/s1', 'conversation'],
    ['/sessions/s1/', 'conversation'],
    ['/sessions/s1/files', 'files'],
    ['/sessions/s1/notes/', 'notes'],
    ['/sessions/files', 'conversation'],
    ['/sessions/s1/nonsense', 'conversation'],
  ])('of %s is %s', (path, tab) => {
    expect(tabOf(path)).toBe(tab)
  })
})

describe('nextTab', () => {
  it.each([
    ['next', 0, 1],
    ['next', 3, 0],
    ['previous', 0, 3],
    ['first', 2, 0],
    ['last', 0, 3],
  ] as const)('%s from %i leads to %s', (key, index, next) => {
    expect(nextTab(key, index, 4)).toBe(next)
  })
})
