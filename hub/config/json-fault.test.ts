import { expect, it } from 'vitest'
import { jsonFaultAt } from './json-fault.ts'

/** Each `^` stands before the first word that cannot be there. */
it.each([
  `{"a": ^'x'}`,
  '{"a" ^"x"}',
  '{"a": 1 ^"b": 2}',
  '{"a": 1,^}',
  '{^a: 1}',
  '{^1: 1}',
  '[1,^]',
  '[1 ^2]',
  '[^,]',
  '[1^}',
  '{"a": 1^]',
  '{^:',
  '{"a": 0^1}',
  '{"a": ^1.}',
  '{"a": ^True}',
  '{"a": ^"\\x"}',
  '{"a": ^"line\nbreak"}',
  '{"a": ^"line\n2}',
  '{"a": ^"never ends}',
  '{} ^{}',
  '^// comment\n{}',
  '^',
  '{"a": {"b": []}^',
])('is found in %j', (marked) => {
  const text = marked.replace('^', '')
  expect(() => JSON.parse(text)).toThrow()
  expect(jsonFaultAt(text)).toBe(marked.indexOf('^'))
})

it.each(['{"a": [1, -0.5e+3, true, false, null, {}, []], "b": {"c": "\\u00e9\\""}}', ' "x" ', '[[[[0]]]]\n'])(
  'is not in %j',
  (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(jsonFaultAt(text)).toBe(text.length)
  },
)

it('does not fail on what is nested deeper than a stack', () => {
  expect(jsonFaultAt('['.repeat(100_000))).toBeGreaterThanOrEqual(0)
})

it('is found behind a long text', () => expect(jsonFaultAt(`["${'a'.repeat(2e7)}"}`)).toBe(2e7 + 3))
