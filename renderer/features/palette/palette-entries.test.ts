import { describe, expect, it } from 'vitest'
import { findEntries, MOST_SESSIONS, moveChoice, type PaletteEntry } from './palette-entries.ts'

const entry = (group: PaletteEntry['group'], title: string, detail?: string): PaletteEntry => ({
  id: `${group} ${title}`,
  group,
  title,
  ...(detail !== undefined && { detail }),
  icon: null,
  run: () => {},
})

const entries = [
  entry('actions', 'Start a session'),
  entry('screens', 'Settings'),
  entry('sessions', 'Fix the flaky test', '/projects/shop'),
  entry('sessions', 'Test the café menu'),
]

const titles = (query: string) => findEntries(entries, query).map(({ title }) => title)

describe('findEntries', () => {
  it('shows sessions, screens, actions', () => {
    expect(titles('')).toEqual(['Fix the flaky test', 'Test the café menu', 'Settings', 'Start a session'])
  })

  it('finds every word, also in the second line', () => {
    expect(titles('SHOP fix')).toEqual(['Fix the flaky test'])
    expect(titles('fix menu')).toEqual([])
  })

  it('puts titles that begin so first', () => {
    expect(titles('test')).toEqual(['Test the café menu', 'Fix the flaky test'])
  })

  it('overlooks accents', () => {
    expect(titles('cafe')).toEqual(['Test the café menu'])
  })

  it('shows no more sessions than fit', () => {
    const many = Array.from({ length: 1000 }, (_, index) => entry('sessions', `Session ${index}`))
    expect(findEntries([...many, entry('screens', 'Sessions')], 'session')).toHaveLength(MOST_SESSIONS + 1)
  })
})

it.each([
  ['next', 0, 3, 1],
  ['next', 2, 3, 0],
  ['previous', 0, 3, 2],
  ['next', 0, 0, 0],
] as const)('%s leads from %d of %d to %s', (way, from, count, to) => {
  expect(moveChoice(way, from, count)).toBe(to)
})
