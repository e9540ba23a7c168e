import { describe, expect, it } from 'vitest'
import { assistantText, signalOf } from './agent-message.ts'

const output = (data: object) => ({ role: 'agent', content: { type: 'output', data } })
const codex = (data: object) => ({ role: 'agent', content: { type: 'codex', data } })
const event = (type: string) => ({ role: 'agent', content: { id: 'e', type: 'event', data: { type } } })
const entry = (text: string) => output({ type: 'user', message: { content: text } })
const note = (status: string) =>
  `<task-notification>\n<task-id>1</task-id><status>${status}</status>\n<summary> Ran it </summary></task-notification>`

describe('signalOf', () => {
  it.each([
    [event('ready'), { kind: 'ready' }],
    [
      output({ type: 'system', subtype: 'task_notification', summary: 'S', status: 'completed' }),
      { kind: 'task', task: { summary: 'S', failed: false } },
    ],
    ...['failed', 'error', 'killed', 'aborted'].map((status): [object, object] => [
      output({ type: 'system', subtype: 'task_notification', summary: 'S', status }),
      { kind: 'task', task: { summary: 'S', failed: true } },
    ]),
    [entry(note('completed')), { kind: 'task', task: { summary: 'Ran it', failed: false } }],
    [entry(note('failed')), { kind: 'task', task: { summary: 'Ran it', failed: true } }],
    [
      output({ type: 'user', message: { content: [{ type: 'text', text: note('killed') }] } }),
      { kind: 'task', task: { summary: 'Ran it', failed: true } },
    ],
  ])('%#', (content, expected) => expect(signalOf(content)).toEqual(expected))

  it.each([
    event('message'),
    output({ type: 'system', subtype: 'task_notification' }),
    output({ type: 'system', subtype: 'task_notification', summary: ' ' }),
    output({ type: 'system', subtype: 'turn_duration', summary: 'S' }),
    entry('<task-notification><status>failed</status></task-notification>'),
    entry(`Look: ${note('failed')}`),
    { role: 'user', content: { type: 'text', text: note('failed') } },
    { role: 'user', content: { type: 'event', data: { type: 'ready' } } },
    'text',
    null,
  ])('is none in %j', (content) => expect(signalOf(content)).toBeUndefined())
})

describe('assistantText', () => {
  it.each([
    [codex({ type: 'message', message: 'Hi' }), 'Hi'],
    [codex({ type: 'reasoning', message: 'Hm' }), undefined],
    [codex({ type: 'message', message: ' ' }), undefined],
    [output({ type: 'assistant', message: { content: 'Hi' } }), 'Hi'],
    [
      output({
        type: 'assistant',
        message: {
          content: [{ type: 'text', text: 'A' }, { type: 'tool_use' }, { type: 'text', text: 'B' }],
        },
      }),
      'A\nB',
    ],
    [output({ type: 'assistant', isSidechain: true, message: { content: 'Sub' } }), undefined],
    [output({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: 'x' }] } }), undefined],
    [output({ type: 'user', message: { content: 'Prompt' } }), undefined],
    [output({ type: 'agy_message', content: 'Hi' }), 'Hi'],
    [{ role: 'user', content: { type: 'text', text: 'Prompt' } }, undefined],
    ['text', undefined],
  ])('%#', (content, expected) => expect(assistantText(content)).toBe(expected))
})
