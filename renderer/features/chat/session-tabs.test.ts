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
    ['ArrowRight', 0, 1],
    ['ArrowRight', 3, 0],
    ['ArrowLeft', 0, 3],
    ['Home', 2, 0],
    ['End', 0, 3],
    ['a', 1, undefined],
  ])('%s from %i leads to %s', (key, index, next) => {
    expect(nextTab(key, index, 4)).toBe(next)
  })
})
