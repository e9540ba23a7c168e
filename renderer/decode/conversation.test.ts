import { describe, expect, it } from 'vitest'
import type { MessageRow } from '../state/message-row.ts'
import { agentContent, agentRow, queuedRow, userContent } from '../testing/factories.ts'
import { createConversationDecoder, decodeConversation } from './conversation.ts'
import type { ConversationItem } from './conversation-item.ts'

let seq = 0
function row(content: unknown): MessageRow {
  seq += 1
  return agentRow(seq, { content })
}
const agent = (content: unknown) => row({ role: 'agent', content })
const codex = (data: object) => agent({ type: 'codex', data })
const output = (data: object) => agent({ type: 'output', data })
const event = (data: object) => agent({ id: 'e', type: 'event', data })
const assistant = (content: unknown, entry: object = {}) =>
  output({ type: 'assistant', message: { content }, ...entry })
const human = (content: unknown, entry: object = {}) =>
  output({ type: 'user', message: { content }, ...entry })

type Brief = Record<string, unknown>

/** What a person sees of an item, without ids and times. */
function brief(item: ConversationItem): Brief {
  const { id: _id, at: _at, ...rest } = item
  const seen: Brief = { ...rest }
  delete seen.row
  if ('children' in item) seen.children = item.children.map(brief)
  for (const key of Object.keys(seen)) if (seen[key] === undefined) delete seen[key]
  return seen
}
const decode = (...rows: MessageRow[]) => decodeConversation(rows).map(brief)
const text = (value: string) => ({ kind: 'text', text: value })
const tool = (fields: Brief) => ({ kind: 'tool', name: 'tool', state: 'done', children: [], ...fields })

describe('envelope', () => {
  const envelope = { role: 'agent', content: { type: 'codex', data: { type: 'message', message: 'hi' } } }

  it.each([
    ['at the top', envelope],
    ['in message', { message: envelope }],
    ['in data.message', { data: { message: envelope } }],
    ['in payload.message', { payload: { message: envelope } }],
  ])('is found %s', (_, content) => {
    expect(decode(row(content))).toEqual([text('hi')])
  })

  it('missing shows the whole value as agent text', () => {
    expect(decode(row('plain'), row({ a: 1 }))).toEqual([text('plain'), text('{\n  "a": 1\n}')])
  })

  it('of another role shows its content as agent text', () => {
    expect(decode(row({ role: 'system', content: 'note' }))).toEqual([text('note')])
  })

  it('of an unknown family is not lost', () => {
    expect(decode(agent({ type: 'new', x: 1 }), agent({ type: 'text', text: 'hi' }), agent('hello'))).toEqual(
      [text('{\n  "type": "new",\n  "x": 1\n}'), text('hi'), text('hello')],
    )
  })
})

describe('user rows', () => {
  const attachment = { id: 'a', filename: 'f', mimeType: 'text/plain', size: 1, path: '/f' }

  it.each([
    ['a string', 'hi', { text: 'hi', attachments: [] }],
    ['a text block', { type: 'text', text: 'hi' }, { text: 'hi', attachments: [] }],
    [
      'attachments, incomplete ones left out',
      { type: 'text', text: '', attachments: [attachment, { id: 'b' }] },
      { text: '', attachments: [attachment] },
    ],
    [
      'anything else',
      { type: 'image', x: 1 },
      { text: '{\n  "type": "image",\n  "x": 1\n}', attachments: [] },
    ],
    ['nothing', null, { text: '', attachments: [] }],
  ])('show %s', (_, content, expected) => {
    expect(decode(row({ role: 'user', content }))).toEqual([{ kind: 'user', ...expected }])
  })

  it('stay the same item when the hub confirms them', () => {
    const sent = queuedRow(1, { id: 'l1', seq: null })
    const [before, after] = [sent, queuedRow(1)].map((sentRow) => decodeConversation([sentRow])[0]?.id)
    expect(before).toBeDefined()
    expect(after).toBe(before)
  })
})

describe('family codex', () => {
  it('shows messages as text, and a bare review object as a review', () => {
    const review = { findings: [{ title: 'x' }], overall_correctness: 'ok', overall_explanation: 'why' }
    expect(
      decode(
        codex({ type: 'message', message: 'hi **there**' }),
        codex({ type: 'message', message: JSON.stringify(review) }),
        codex({ type: 'message', message: '{"other": 1}' }),
      ),
    ).toEqual([
      text('hi **there**'),
      { kind: 'review', findings: [{ title: 'x' }], correctness: 'ok', explanation: 'why' },
      text('{"other": 1}'),
    ])
  })

  it('does not take a stream snapshot for a review, and replaces it by the final text', () => {
    const snapshot = { type: 'message', id: 'x', message: '{"findings": []}', streamSnapshot: true }
    const final = { type: 'message', id: 'x', message: 'done' }
    expect([decode(codex(snapshot)), decode(codex(snapshot), codex(final))]).toEqual([
      [text('{"findings": []}')],
      [text('done')],
    ])
  })

  it('replaces live reasoning by later rows of the same id, finished reasoning never', () => {
    const reasoning = (message: string, live?: boolean) =>
      codex({ type: 'reasoning', id: 'r', message, live })
    expect(decode(reasoning('a', true), reasoning('ab', true), reasoning('abc'), reasoning('new'))).toEqual([
      { kind: 'reasoning', text: 'abc', live: false },
      { kind: 'reasoning', text: 'new', live: false },
    ])
  })

  it('opens and closes tool cards, in both naming styles', () => {
    expect(
      decode(
        codex({
          type: 'tool-call',
          callId: 'c1',
          name: 'Bash',
          input: { command: 'ls' },
          nativeTitle: 'List',
        }),
        codex({ type: 'tool_call', call_id: 'c2', name: 'Edit', input: {} }),
        codex({ type: 'tool-call', callId: 'c3', name: 'Read', progress: '50 %' }),
        codex({ type: 'tool-call-result', callId: 'c1', output: 'file' }),
        codex({ type: 'tool_call_result', call_id: 'c2', output: 'no', is_error: true }),
      ),
    ).toEqual([
      tool({ callId: 'c1', name: 'Bash', title: 'List', input: { command: 'ls' }, result: 'file' }),
      tool({ callId: 'c2', name: 'Edit', input: {}, state: 'error', result: 'no' }),
      tool({ callId: 'c3', name: 'Read', state: 'running', progress: '50 %' }),
    ])
  })

  it('keeps a result whose call is on an older page', () => {
    expect(decode(codex({ type: 'tool-call-result', callId: 'c', output: 1 }))).toEqual([
      tool({ callId: 'c', result: 1 }),
    ])
  })

  it('shows images with an id and drops those without', () => {
    expect(
      decode(
        codex({ type: 'generated-image', imageId: 'i', fileName: 'a.png' }),
        codex({ type: 'generated-image' }),
      ),
    ).toEqual([{ kind: 'image', imageId: 'i', fileName: 'a.png' }])
  })

  it('keeps one card for a plan that changes', () => {
    expect(
      decode(
        codex({ type: 'plan', entries: [1] }),
        codex({ type: 'plan', items: [2] }),
        codex({ type: 'plan_update', plan: [3] }),
      ),
    ).toEqual([
      tool({ callId: 'cursor-plan-state', name: 'update_plan', input: { plan: [2] }, result: null }),
      tool({ callId: 'codex-plan-state', name: 'update_plan', input: { plan: [3] }, result: null }),
    ])
  })

  it('gathers a sub-agent in one card', () => {
    expect(
      decode(
        codex({ type: 'agent-run-start', agentId: 'a', input: 'look' }),
        codex({ type: 'agent-run-trace', agentId: 'a', message: { type: 'message', message: 'found' } }),
        codex({ type: 'agent-run-update', agentId: 'a', status: 'completed', summary: 'done' }),
      ),
    ).toEqual([
      {
        kind: 'agent-run',
        agentId: 'a',
        state: 'done',
        summary: 'done',
        input: 'look',
        children: [text('found')],
      },
    ])
  })

  it('shows errors, and drops usage and unknown types', () => {
    expect(
      decode(
        codex({ type: 'error', message: 'boom' }),
        codex({ type: 'token_count', info: {} }),
        codex({ type: 'later' }),
      ),
    ).toEqual([{ kind: 'error', text: 'boom' }])
  })

  it('shows compaction and goals as events', () => {
    const rows = [
      codex({ type: 'context_compacted', trigger: 'auto' }),
      codex({ type: 'thread_goal_updated', goal: { objective: 'Ship' } }),
    ]
    expect(decode(...rows)).toMatchObject([
      { kind: 'event', name: 'compact' },
      { kind: 'event', name: 'thread-goal-updated', data: { goal: { objective: 'Ship' } } },
    ])
  })
})

describe('family output', () => {
  it.each<[string, object]>([
    ['meta entries', { type: 'assistant', isMeta: true, message: { content: 'x' } }],
    ['compact summaries', { type: 'user', isCompactSummary: true, message: { content: 'x' } }],
    ['rate limit events', { type: 'rate_limit_event' }],
    ['tool progress', { type: 'tool_progress' }],
    ['other system entries', { type: 'system', subtype: 'init' }],
    ['an empty away summary', { type: 'system', subtype: 'away_summary', content: ' ' }],
    ['an empty agy message', { type: 'agy_message', content: '' }],
  ])('hides %s', (_, entry) => {
    expect(decode(output(entry))).toEqual([])
  })

  it('shows text, thinking and tool calls of one entry in order', () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'hi' },
      { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
      { type: 'new_block', x: 1 },
    ]
    expect(decode(assistant('plain'), assistant(blocks))).toEqual([
      text('plain'),
      { kind: 'reasoning', text: 'hm', live: false },
      text('hi'),
      tool({ callId: 't', name: 'Bash', input: { command: 'ls' }, state: 'running' }),
      { kind: 'raw', json: '{\n  "type": "new_block",\n  "x": 1\n}' },
    ])
  })

  it('closes a tool with the fuller result of its entry', () => {
    const use = assistant([{ type: 'tool_use', id: 't', name: 'Bash', input: {} }])
    const result = { type: 'tool_result', tool_use_id: 't', content: 'short', is_error: true }
    expect([
      decode(use, human([result])),
      decode(use, human([result], { toolUseResult: { stdout: 'long' } })),
    ]).toEqual([
      [tool({ callId: 't', name: 'Bash', input: {}, state: 'error', result: 'short' })],
      [tool({ callId: 't', name: 'Bash', input: {}, state: 'error', result: { stdout: 'long' } })],
    ])
  })

  it('groups a sub-agent under its call, one level deep', () => {
    const task = (id: string, entry: object = {}) =>
      assistant([{ type: 'tool_use', id, name: 'Task', input: {} }], entry)
    const side = { isSidechain: true, parentToolUseId: 't1' }
    expect(
      decode(
        task('t1'),
        human('do it', side),
        task('t2', side),
        assistant('deep', { parentToolUseId: 't2' }),
        assistant('after'),
      ),
    ).toEqual([
      tool({
        callId: 't1',
        name: 'Task',
        input: {},
        state: 'running',
        children: [
          { kind: 'user', text: 'do it', attachments: [] },
          tool({ callId: 't2', name: 'Task', input: {}, state: 'running' }),
          text('deep'),
        ],
      }),
      text('after'),
    ])
  })

  it('puts side entries that name no call under the latest task', () => {
    const task = assistant([{ type: 'tool_use', id: 't', name: 'Task', input: {} }])
    expect(decode(task, assistant('aside', { isSidechain: true }))).toMatchObject([
      { callId: 't', children: [text('aside')] },
    ])
  })

  it('shows text a person typed elsewhere as theirs', () => {
    expect(decode(human([{ type: 'text', text: 'hello' }]))).toEqual([
      { kind: 'user', text: 'hello', attachments: [] },
    ])
  })

  it.each([
    [
      { subtype: 'api_error', retryAttempt: 2, maxRetries: 10, error: {} },
      'api-error',
      { retryAttempt: 2, maxRetries: 10 },
    ],
    [{ subtype: 'turn_duration', durationMs: 4200 }, 'turn-duration', { durationMs: 4200 }],
    [{ subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } }, 'compact', { trigger: 'auto' }],
    [{ subtype: 'microcompact_boundary' }, 'microcompact', {}],
    [{ subtype: 'away_summary', content: 'You missed this' }, 'recap', { content: 'You missed this' }],
  ])('shows the system entry %j as an event', (entry, name, expected) => {
    expect(decode(output({ type: 'system', ...entry }))).toMatchObject([
      { kind: 'event', name, data: expected },
    ])
  })

  it('shows summaries, agy entries, and unknown types as JSON', () => {
    expect(
      decode(
        output({ type: 'summary', summary: 'Sum' }),
        output({ type: 'agy_message', content: 'Hi' }),
        output({ type: 'agy_tool_action', name: 'run', toolUseId: 'u', input: 1, content: 'ok' }),
        output({ type: 'agy_tool_action', name: 'ERROR_MESSAGE', content: 'bad' }),
        output({ type: 'novel', a: 1 }),
      ),
    ).toEqual([
      text('Sum'),
      text('Hi'),
      tool({ callId: 'u', name: 'run', input: 1, result: 'ok' }),
      { kind: 'error', text: 'bad' },
      { kind: 'raw', json: '{\n  "type": "novel",\n  "a": 1\n}' },
    ])
  })
})

describe('family event', () => {
  it.each([
    [{ type: 'title-changed', title: 'New' }, 'title-changed'],
    [{ type: 'thread_goal_cleared' }, 'thread-goal-cleared'],
    [{ type: 'of-a-newer-agent' }, 'of-a-newer-agent'],
  ])('keeps the event %j under its name', (data, name) => {
    expect(decode(event(data))).toEqual([{ kind: 'event', name, data }])
  })

  it('shows errors as errors, and nothing for events that only steer the page', () => {
    expect(
      decode(
        event({ type: 'error', message: 'x' }),
        event({ type: 'ready' }),
        event({ type: 'abort-restore', text: 'y' }),
      ),
    ).toEqual([{ kind: 'error', text: 'x' }])
  })

  it('recognises limits that arrive as plain text', () => {
    expect(
      decode(
        assistant('Claude AI usage limit reached|1700000000|five_hour'),
        assistant('Claude AI usage limit warning|1700000000|85|weekly'),
      ).map((item) => item.data),
    ).toEqual([
      { type: 'limit-reached', endsAt: 1_700_000_000, limitType: 'five_hour' },
      { type: 'limit-warning', endsAt: 1_700_000_000, utilization: 0.85, limitType: 'weekly' },
    ])
  })
})

describe('memory', () => {
  const first = row(agentContent('one'))
  const call = codex({ type: 'tool-call', callId: 'c', name: 'Bash' })

  it('keeps every item a new row does not touch', () => {
    const decoder = createConversationDecoder()
    const before = decoder([first, call])
    const after = decoder([
      first,
      call,
      codex({ type: 'tool-call-result', callId: 'c', output: 1 }),
      row(userContent('x')),
    ])
    expect([after.length, after[0] === before[0], after[1] === before[1], after[1]?.id]).toEqual([
      3,
      true,
      false,
      before[1]?.id,
    ])
  })

  it('keeps the list itself when nothing changed', () => {
    const decoder = createConversationDecoder()
    expect(decoder([first, call])).toBe(decoder([first, call]))
  })

  it('gives every item an id of its own', () => {
    const blocks = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    const ids = decodeConversation([first, assistant(blocks), call]).map((item) => item.id)
    expect(new Set(ids).size).toBe(4)
  })
})
