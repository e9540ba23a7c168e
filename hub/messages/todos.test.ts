import { expect, it } from 'vitest'
import { codex, output } from '../testing/message-fixture.ts'
import { readEnvelope } from './content.ts'
import { todosOf } from './todos.ts'

const item = { content: 'c', status: 'pending', priority: 'high', id: '1' }
const use = (name: string, input: unknown) => ({ type: 'tool_use', id: 'u', name, input })
const assistant = (...content: unknown[]) => output({ type: 'assistant', message: { content } })
const call = (name: string, input: unknown) => codex({ type: 'tool-call', name, input })

it.each<[string, unknown, unknown]>([
  ['a Claude tool call', assistant({ type: 'text', text: 'x' }, use('TodoWrite', { todos: [item] })), [item]],
  ['a codex tool call', call('TodoWrite', { todos: [item] }), [item]],
  ['an emptied list', call('TodoWrite', { todos: [] }), []],
  [
    'defaults of an item',
    call('TodoWrite', { todos: [{ content: 'c', status: 'completed', activeForm: 'doing' }] }),
    [{ content: 'c', status: 'completed', priority: 'medium', id: '', activeForm: 'doing' }],
  ],
  [
    'the first of two lists',
    assistant(use('TodoWrite', { todos: [item] }), use('TodoWrite', { todos: [] })),
    [item],
  ],
  [
    'a plan, with ids by place and without what is no entry',
    codex({
      type: 'plan',
      entries: [
        { content: 'a', priority: 'low', status: 'pending' },
        { content: 'b', status: 'unheard of' },
        { content: 'c', priority: 'high', status: 'in_progress', id: 'own' },
      ],
    }),
    [
      { content: 'a', priority: 'low', status: 'pending', id: 'plan-1' },
      { content: 'c', priority: 'high', status: 'in_progress', id: 'own' },
    ],
  ],
  ['a list we cannot read', call('TodoWrite', { todos: 'no' }), undefined],
  ['another tool', call('TodoRead', { todos: [item] }), undefined],
  ['a result', codex({ type: 'tool-call-result', name: 'TodoWrite', input: { todos: [item] } }), undefined],
  ['a plan without entries', codex({ type: 'plan' }), undefined],
  ['a person', { role: 'user', content: { type: 'codex', data: { type: 'plan', entries: [] } } }, undefined],
])('reads %s', (_name, content, todos) => expect(todosOf(readEnvelope(content))).toEqual(todos))
