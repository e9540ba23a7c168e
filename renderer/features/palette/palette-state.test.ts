import { expect, it } from 'vitest'
import { isPaletteKey } from './palette-state.ts'

const press = (changes: Partial<KeyboardEvent>) =>
  isPaletteKey({ key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...changes })

it('opens with Ctrl or Cmd and K, and with nothing else', () => {
  expect([press({ ctrlKey: true }), press({ metaKey: true }), press({ ctrlKey: true, key: 'K' })]).toEqual([
    true,
    true,
    true,
  ])
  expect([
    press({}),
    press({ ctrlKey: true, metaKey: true }),
    press({ ctrlKey: true, shiftKey: true }),
    press({ ctrlKey: true, altKey: true }),
    press({ ctrlKey: true, key: 'j' }),
  ]).toEqual([false, false, false, false, false])
})
