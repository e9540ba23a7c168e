import { expect, it } from 'vitest'
import { showControls } from './show-controls.ts'

it.each([
  [
    'an override of direction',
    'echo ok \u202e; fr- mr # elif \u202c done',
    'echo ok ⟨U+202E⟩; fr- mr # elif ⟨U+202C⟩ done',
  ],
  ['an isolate', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['a hidden end of a name', '\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
  ['a zero width', 'rm\u200b -rf', 'rm⟨U+200B⟩ -rf'],
  ['an escape', '\u001b[2Kls', '⟨U+001B⟩[2Kls'],
  ['a carriage return of its own', 'rm -rf x\rls', 'rm -rf x⟨U+000D⟩ls'],
  ['a blank that is none', 'a\u2800b\u2028c', 'a⟨U+2800⟩b⟨U+2028⟩c'],
  ['a letter without a shape', 'a\u3164b\u034fc\u17b4', 'a⟨U+3164⟩b⟨U+034F⟩c⟨U+17B4⟩'],
  ['marks that hide words', 'a\u{e0061}b\u{e0101}', 'a⟨U+E0061⟩b⟨U+E0101⟩'],
  ['a carriage return stays with its line', 'a\r\nb\tc', 'a\r\nb\tc'],
  ['other scripts and emoji', 'שלום 你好 👩‍💻 ❤️ नमस्ते', 'שלום 你好 👩‍💻 ❤️ नमस्ते'],
])('writes out what nobody sees: %s', (_, text, shown) => {
  expect(showControls(text)).toBe(shown)
})
