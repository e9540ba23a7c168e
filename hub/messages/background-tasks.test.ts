import { expect, it } from 'vitest'
import { codex, output } from '../testing/message-fixture.ts'
import { backgroundTaskDelta } from './background-tasks.ts'
import { readEnvelope } from './content.ts'

const STARTED = 'Command running in background with ID: b1. Output is being written.'
const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 't', content })
const user = (content: unknown) => output({ type: 'user', message: { content } })

it.each<[string, unknown, number]>([
  ['a result in text', user([result(STARTED)]), 1],
  ['a result in blocks', user([result([{ type: 'text', text: STARTED }])]), 1],
  ['two results', user([result(STARTED), result(STARTED), result('done')]), 2],
  ['a notification', user('<task-notification>\n<task-id>b1</task-id>'), -1],
  ['a notification further down', user('x <task-notification>'), 0],
  [
    'a notification of the assistant',
    output({ type: 'assistant', message: { content: '<task-notification>' } }),
    0,
  ],
  ['plain text that quotes it', user([{ type: 'text', text: STARTED }]), 0],
  ['another family', codex({ type: 'tool-call-result', output: STARTED }), 0],
  ['no message', output({ type: 'user' }), 0],
])('%s', (_name, content, delta) => expect(backgroundTaskDelta(readEnvelope(content))).toBe(delta))
