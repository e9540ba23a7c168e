import { describe, expect, it } from 'vitest'
import { SEARCHED_TEXT_MAX, searchableText } from './searchable-text.ts'

const codex = (data: object) => ({ role: 'agent', content: { type: 'codex', data } })
const output = (data: object) => ({ role: 'agent', content: { type: 'output', data } })
const assistant = (content: unknown, more: object = {}) =>
  output({ type: 'assistant', message: { content }, ...more })

describe('what can be found of a message', () => {
  it.each([
    ['a prompt', { role: 'user', content: { type: 'text', text: 'Hello' } }, 'user', 'Hello'],
    ['a prompt typed in the terminal', output({ type: 'user', message: { content: 'Hi' } }), 'user', 'Hi'],
    ['words of an agent', codex({ type: 'message', message: 'Done' }), 'agent', 'Done'],
    [
      'words and the tools between them',
      assistant([
        { type: 'text', text: 'First' },
        { type: 'tool_use', name: 'Bash', input: { command: 'npm test', timeout: 5 } },
        { type: 'text', text: 'then' },
      ]),
      'agent',
      'First\nBash\nnpm test\nthen',
    ],
    [
      'the title of a tool',
      codex({ type: 'tool-call', name: 'edit', nativeTitle: 'Edit a.ts', input: { path: '/w/a.ts' } }),
      'agent',
      'edit\nEdit a.ts\n/w/a.ts',
    ],
    [
      'a command in words',
      codex({ type: 'tool_call', name: 'x', input: { command: ['ls', '-l'] } }),
      'agent',
      'x\nls -l',
    ],
    ['a summary', output({ type: 'summary', summary: 'All of it' }), 'agent', 'All of it'],
    ['text without an envelope', 'bare', 'agent', 'bare'],
  ])('is %s', (_, content, role, text) => {
    expect(searchableText(content)).toEqual({ role, text })
  })

  it.each([
    ['thoughts', codex({ type: 'reasoning', message: 'hm' })],
    ['thinking blocks', assistant([{ type: 'thinking', thinking: 'hm' }])],
    ['what tools answered', codex({ type: 'tool-call-result', output: 'out' })],
    [
      'tool results',
      output({ type: 'user', message: { content: [{ type: 'tool_result', content: 'out' }] } }),
    ],
    ['sub-agents', assistant('aside', { isSidechain: true })],
    ['words that are still being written', codex({ type: 'message', message: 'Do', streamSnapshot: true })],
    ['events', { role: 'agent', content: { type: 'event', data: { type: 'ready' } } }],
    ['hidden entries', assistant('meta', { isMeta: true })],
    ['nothing', { role: 'user', content: { type: 'text', text: '  ' } }],
    ['other values', 42],
    ['tools that name nothing', codex({ type: 'tool-call', input: { a: 1 } })],
  ])('is not %s', (_, content) => {
    expect(searchableText(content)).toBeUndefined()
  })

  it('is so much of it', () => {
    const found = searchableText({ role: 'user', content: { type: 'text', text: 'x'.repeat(1_000_000) } })
    expect(found?.text).toHaveLength(SEARCHED_TEXT_MAX)
  })
})
