import { describe, expect, it } from 'vitest'
import { enShortcuts } from '../../i18n/en-shortcuts.ts'
import { keyNames, SHORTCUTS, type ShortcutPlace, shortcutOf } from './shortcuts.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

describe('shortcutOf', () => {
  it.each<[ShortcutPlace, ReturnType<typeof press>, string | undefined]>([
    ['everywhere', press('k', { ctrlKey: true }), 'palette'],
    ['everywhere', press('K', { metaKey: true }), 'palette'],
    ['everywhere', press('k'), undefined],
    ['everywhere', press('k', { ctrlKey: true, metaKey: true }), undefined],
    ['everywhere', press('k', { ctrlKey: true, shiftKey: true }), undefined],
    ['everywhere', press('k', { ctrlKey: true, altKey: true }), undefined],
    ['everywhere', press('?', { shiftKey: true }), 'shortcuts'],
    ['everywhere', press('?'), 'shortcuts'],
    ['everywhere', press('?', { ctrlKey: true }), undefined],
    ['composer', press('Enter'), 'send'],
    ['composer', press('Enter', { ctrlKey: true }), 'send'],
    ['composer', press('Enter', { shiftKey: true }), 'newLine'],
    ['list', press('End'), 'last'],
    ['list', press('End', { shiftKey: true }), undefined],
    ['suggestions', press('Tab'), 'take'],
    ['suggestions', press('Tab', { shiftKey: true }), undefined],
    ['notes', press('Enter'), undefined],
  ])('in %s', (place, event, name) => {
    expect(shortcutOf(place, event)).toBe(name)
  })
})

it('names keys as they are printed', () => {
  expect(keyNames(SHORTCUTS.everywhere.palette, true)).toEqual([['⌘', 'K']])
  expect(keyNames(SHORTCUTS.composer.newLine, false)).toEqual([['Shift', 'Enter']])
  expect(keyNames(SHORTCUTS.suggestions.take, false)).toEqual([['Enter'], ['Tab']])
})

it('has words for every shortcut, and for no other', () => {
  const { title: _title, text: _text, or: _or, place, ...names } = enShortcuts.shortcuts
  const keysOf = (groups: Record<string, object>) =>
    Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, Object.keys(group)]))
  expect(keysOf(names)).toEqual(keysOf(SHORTCUTS))
  expect(Object.keys(place)).toEqual(Object.keys(SHORTCUTS))
})

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('is the only place that looks at keys', () => {
  const readers = Object.entries(sources).filter(([, source]) =>
    /\b(event|nativeEvent)\.(key|code|keyCode|which)\b/.test(source),
  )
  expect(readers.map(([file]) => file)).toEqual(['./shortcuts.ts'])
})
