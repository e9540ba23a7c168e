import { describe, expect, it } from 'vitest'
import { codex, event, output } from '../testing/message-fixture.ts'
import { transcriptOf, wholeCharacters } from './transcript.ts'

const read = (contents: unknown[], maxChars = 1_000) =>
  transcriptOf(contents.map((content) => JSON.stringify(content)).reverse(), maxChars)
const user = (content: unknown) => ({ role: 'user', content })

describe('a transcript', () => {
  it('has what people and agents said, in the order it was said', () => {
    expect(
      read([
        user({ type: 'text', text: 'one' }),
        codex({ type: 'message', message: 'two' }),
        user('three'),
        output({ type: 'assistant', message: { content: [{ type: 'text', text: 'four' }] } }),
        output({ type: 'assistant', message: { content: 'five' } }),
        output({ type: 'agy_message', content: 'six' }),
        { role: 'agent', content: 'seven' },
      ]),
    ).toBe('User: one\nAgent: two\nUser: three\nAgent: four\nAgent: five\nAgent: six\nAgent: seven')
  })

  it.each([
    ['thoughts', codex({ type: 'reasoning', message: 'x', id: 'r' })],
    ['tools', codex({ type: 'tool-call', name: 'x', callId: 'c', input: {} })],
    [
      'results of tools',
      output({ type: 'user', message: { content: [{ type: 'tool_result', content: 'x' }] } }),
    ],
    [
      'thoughts between words',
      output({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: 'x' }] } }),
    ],
    ['entries without a message', output({ type: 'assistant' })],
    ['events', event({ type: 'message', message: 'x' })],
    ['blanks', user({ type: 'text', text: '  ' })],
    ['other roles', { role: 'system', content: 'x' }],
    ['what is no message', 'x'],
  ])('has no %s', (_, content) => {
    expect(read([content])).toBe('')
  })

  it('keeps the newest words, and of a message that is too long its beginning', () => {
    const talk = [user('oldest'), user('a long message'), user('new')]
    expect([read(talk, 9), read(talk, 10), read(talk, 18)]).toEqual([
      'User: new',
      'User: new',
      'User: a \nUser: new',
    ])
  })
})

it.each([
  ['ab', 2, 'ab'],
  ['abc', 2, 'ab'],
  ['a😀', 2, 'a'],
  ['a😀', 3, 'a😀'],
  ['abc', 0, ''],
  ['abc', -1, ''],
])('%j cut to %i is %j', (text, length, cut) => {
  expect(wholeCharacters(text, length)).toBe(cut)
})
