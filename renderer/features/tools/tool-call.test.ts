import { describe, expect, it } from 'vitest'
import { toolCall } from './tool-call.ts'

const call = (name: string, input: unknown, result?: unknown) =>
  toolCall({ name, input, result, state: result === undefined ? 'running' : 'done' })
const blocks = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }))
const acp = (text: string) => [{ type: 'content', content: { type: 'text', text } }]

describe('a read', () => {
  const file = { filePath: '/a/b.ts', content: 'one\ntwo', numLines: 2, startLine: 7, totalLines: 90 }
  it.each([
    ['Read', { file_path: '/a/b.ts', offset: 7 }, { type: 'text', file }, 7, 'one\ntwo'],
    ['Read', { file_path: '/a/b.ts' }, '     7→one\n     8→two\n', 7, 'one\ntwo'],
    [
      'Read',
      { file_path: '/a/b.ts' },
      blocks('7\tone\n8\ttwo\n\n<system-reminder>\nx\n</system-reminder>'),
      7,
      'one\ntwo',
    ],
    [
      'read',
      { filePath: '/a/b.ts' },
      '<file>\n00007| one\n00008| two\n\n(End of file - total 8 lines)\n</file>',
      7,
      'one\ntwo',
    ],
    [
      'read',
      { filePath: '/a/b.ts' },
      { output: '<path>/a/b.ts</path>\n<type>file</type>\n<content>\n1: one\n2: two\n</content>' },
      1,
      'one\ntwo',
    ],
    ['read_file', { absolute_path: '/a/b.ts', offset: 3 }, acp('one\ntwo'), 3, 'one\ntwo'],
    [
      'read_file',
      { target_file: '/a/b.ts', start_line_one_indexed: 4 },
      { content: 'one\ntwo' },
      4,
      'one\ntwo',
    ],
    ['view', { path: '/a/b.ts', view_range: [5, 6] }, '5: one\n6: two', 5, 'one\ntwo'],
    ['VIEW_FILE', { AbsolutePath: '/a/b.ts', StartLine: 2 }, 'one\ntwo', 2, 'one\ntwo'],
    ['read', { path: '/a/b.ts' }, '12: not\n40: numbers', 1, '12: not\n40: numbers'],
  ])('by %s %j', (name, input, result, firstLine, text) => {
    expect(call(name, input, result)).toMatchObject({
      kind: 'read',
      path: '/a/b.ts',
      firstLine,
      text,
      lineCount: 2,
    })
  })

  it.each([
    ['a picture', { type: 'image', file: { base64: 'x' } }, 'picture'],
    ['a picture among the parts', [{ type: 'image', source: {} }], 'picture'],
    ['a file that did not change', { type: 'file_unchanged', file: { filePath: '/a/b.ts' } }, 'unchanged'],
  ])('of %s', (_, result, other) => {
    expect(call('Read', { file_path: '/a/b.ts' }, result)).toMatchObject({ other, text: undefined })
  })
})

describe('a search', () => {
  const lines = [
    { file: 'a.ts', line: 12, text: 'const a' },
    { file: 'b.ts', line: 3, text: ' b' },
  ]
  it.each([
    ['Grep', { mode: 'content', content: 'a.ts:12:const a\nb.ts:3: b', filenames: [] }],
    ['Grep', 'Found 2 lines\na.ts:12:const a\nb.ts:3: b'],
    ['grep', acp('a.ts:12:const a\n--\nb.ts-3- b')],
    [
      'search_file_content',
      'Found 2 matches for pattern "x":\n---\nFile: a.ts\nL12: const a\n---\nFile: b.ts\nL3:  b\n---',
    ],
    ['grep', { output: 'Found 2 matches\na.ts:\n  Line 12: const a\n\nb.ts:\n  Line 3:  b' }],
  ])('by %s finds lines in %j', (name, result) => {
    expect(call(name, { pattern: 'x' }, result)).toEqual({
      kind: 'search',
      pattern: 'x',
      folder: undefined,
      hits: { kind: 'lines', lines },
    })
  })

  it.each([
    ['Glob', { pattern: '*' }, { filenames: ['/a/b.ts', 'my file.md'], numFiles: 2, truncated: false }],
    ['Grep', { pattern: 'x' }, { mode: 'files_with_matches', filenames: ['/a/b.ts', 'my file.md'] }],
    [
      'Glob',
      { pattern: '*' },
      '/a/b.ts\nmy file.md\n(Results are truncated. Consider a more specific path.)',
    ],
    ['Grep', { pattern: 'x' }, 'Found 2 files\n/a/b.ts\nmy file.md'],
    ['LS', { path: '/a' }, '- /a/b.ts\n  - my file.md'],
  ])('by %s %j finds files in %j', (name, input, result) => {
    expect(call(name, input, result)).toMatchObject({
      hits: { kind: 'files', files: ['/a/b.ts', 'my file.md'] },
    })
  })

  it.each([
    ['No matches found'],
    ['No files found'],
    ['(no results)'],
    [''],
    [{ filenames: [], numFiles: 0 }],
    [{ mode: 'content', numFiles: 0, filenames: [], content: '' }],
  ])('finds nothing in %j', (result) => {
    expect(call('Grep', { pattern: 'x' }, result)).toMatchObject({ hits: { kind: 'none' } })
  })

  it.each([['The index is being built. Ask again later!'], ['{"odd": true, "x": 1}']])(
    'keeps prose %j',
    (text) => {
      expect(call('codebase_search', { query: 'x' }, text)).toMatchObject({ hits: { kind: 'text', text } })
    },
  )

  it.each([
    ['Grep', { pattern: 'x', path: 'src' }, 'x', 'src'],
    ['codebase_search', { query: 'x', target_directories: ['src', 'lib'] }, 'x', 'src, lib'],
    ['GREP_SEARCH', { Query: 'x', SearchPath: 'src' }, 'x', 'src'],
    ['list_directory', { dir_path: 'src' }, undefined, 'src'],
  ])('by %s %j says what and where', (name, input, pattern, folder) => {
    expect(call(name, input)).toEqual({ kind: 'search', pattern, folder, hits: undefined })
  })

  it('takes the letter of a drive for a part of the file', () => {
    expect(call('Grep', { pattern: 'x' }, 'C:\\a.ts:3:x')).toMatchObject({
      hits: { lines: [{ file: 'C:\\a.ts', line: 3, text: 'x' }] },
    })
  })
})

describe('the web', () => {
  it.each([
    [
      'WebFetch',
      { url: 'https://a.org/', prompt: 'What?' },
      { bytes: 9, code: 200, result: '# A', url: 'https://a.org/' },
    ],
    ['webfetch', { url: 'https://a.org/', format: 'markdown', prompt: 'What?' }, '# A'],
    ['web_fetch', { prompt: 'What?', urls: ['https://a.org/'] }, acp('# A')],
    ['READ_URL_CONTENT', { Url: 'https://a.org/', Prompt: 'What?' }, '# A'],
    ['web_search', { prompt: 'What?', action: { type: 'open_page', url: 'https://a.org/' } }, '# A'],
  ])('is opened by %s %j', (name, input, result) => {
    expect(call(name, input, result)).toEqual({
      kind: 'fetch',
      address: 'https://a.org/',
      question: 'What?',
      answer: '# A',
    })
  })

  it('is opened where only the question names the address', () => {
    expect(call('web_fetch', { prompt: 'Sum up https://a.org/x please' })).toMatchObject({
      address: 'https://a.org/x',
    })
  })

  const pages = [{ title: 'A', address: 'https://a.org/' }]
  const list = [{ title: 'A', url: 'https://a.org/' }]
  it.each([
    [
      'WebSearch',
      { query: 'q' },
      { query: 'q', results: [{ tool_use_id: 't', content: list }, 'Words.'], durationSeconds: 2 },
    ],
    [
      'WebSearch',
      { query: 'q' },
      `Web search results for query: "q"\n\nLinks: ${JSON.stringify(list)}\n\nWords.`,
    ],
    ['google_web_search', { query: 'q' }, acp(`Links: ${JSON.stringify(list)}\nWords.`)],
  ])('is searched by %s %j', (name, input, result) => {
    expect(call(name, input, result)).toEqual({ kind: 'web-search', query: 'q', pages, answer: 'Words.' })
  })

  it('that found no page does not list them', () => {
    const found = call(
      'WebSearch',
      { query: 'q' },
      'Web search results for query: "q"\n\nLinks: []\n\nWords.',
    )
    expect(found).toEqual({ kind: 'web-search', query: 'q', pages: [], answer: 'Words.' })
  })

  it.each([
    ['web_search', { search_term: 'q' }, JSON.stringify({ results: list })],
    ['websearch', { queries: ['q'] }, list],
  ])('gives a bare list by %s', (name, input, result) => {
    expect(call(name, input, result)).toEqual({ kind: 'web-search', query: 'q', pages, answer: '' })
  })
})

it.each([
  [
    'TodoWrite',
    {
      todos: [
        { content: 'A', status: 'completed' },
        { content: 'B', status: 'in_progress' },
      ],
    },
  ],
  [
    'update_plan',
    {
      plan: [
        { step: 'A', status: 'completed' },
        { step: 'B', status: 'inProgress' },
      ],
    },
  ],
  [
    'todowrite',
    {
      todos: [
        { content: 'A', status: 'completed', id: '1' },
        { content: 'B', status: 'in-progress' },
      ],
    },
  ],
  [
    'write_todos',
    {
      todos: [
        { description: 'A', status: 'completed' },
        { description: 'B', status: 'in_progress' },
      ],
    },
  ],
  [
    'todo_write',
    {
      merge: true,
      todos: [
        { content: 'A', status: 'TODO_STATUS_COMPLETED' },
        { content: 'B', status: 'TODO_STATUS_IN_PROGRESS' },
      ],
    },
  ],
])('to-dos by %s', (name, input) => {
  expect(call(name, input, 'Saved')).toMatchObject({
    kind: 'todos',
    todos: [
      { content: 'A', state: 'completed' },
      { content: 'B', state: 'in_progress' },
    ],
  })
})

it.each([
  [
    'Task',
    { description: 'Look', prompt: 'Look well', subagent_type: 'Explore' },
    { status: 'completed', content: blocks('# Found'), totalTokens: 9 },
  ],
  [
    'Agent',
    { description: 'Look', prompt: 'Look well', subagent_type: 'Explore' },
    blocks('# Found', 'agentId: a1 (to go on)\n<usage>total_tokens: 9</usage>'),
  ],
  [
    'task',
    { description: 'Look', prompt: 'Look well', subagent_type: 'Explore' },
    'task_id: x (to go on)\n\n<task_result>\n# Found\n</task_result>',
  ],
])('a sub-agent by %s %j', (name, input, result) => {
  expect(call(name, input, result)).toEqual({
    kind: 'agent',
    task: 'Look',
    agentType: 'Explore',
    prompt: 'Look well',
    answer: '# Found',
    isInBackground: false,
  })
})

it('a sub-agent that goes on by itself', () => {
  const result = { isAsync: true, status: 'async_launched', agentId: 'a1', prompt: 'Look well' }
  expect(call('Agent', { prompt: 'Look well' }, result)).toMatchObject({ isInBackground: true, answer: '' })
})

it.each([
  [{ questions: [], answers: { 'Which?': 'Red' } }],
  ['{"0":["Red"]}'],
  [{ answers: { q1: { answers: ['Red'] } } }],
])('questions with the answers of %j', (result) => {
  const questions = [{ id: 'q1', question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] }]
  expect(call('AskUserQuestion', { questions }, result)).toEqual({
    kind: 'questions',
    questions: [{ question: 'Which?', options: ['Red', 'Blue'], answers: ['Red'] }],
    note: '',
  })
})

const text = (before: string, after: string) => ({ text: { before, after }, patch: undefined })
it.each([
  ['Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, [text('a', 'b')]],
  [
    'MultiEdit',
    {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { oldText: 'c', newText: 'd' },
      ],
    },
    [text('a', 'b'), text('c', 'd')],
  ],
  ['write_file', { file_path: 'a.ts', content: 'b' }, [text('', 'b')]],
  ['create', { path: 'a.ts', file_text: 'b' }, [text('', 'b')]],
  ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'b' }, [text('', 'b')]],
  [
    'CodexPatch',
    { changes: { 'a.ts': { type: 'add', content: 'b' } } },
    [{ path: 'a.ts', ...text('', 'b') }],
  ],
  ['CodexPatch', { changes: { 'a.ts': { delete: { content: 'a' } } } }, [{ path: 'a.ts', ...text('a', '') }]],
  [
    'CodexPatch',
    { changes: { 'a.ts': { update: { unified_diff: '@@ -1 +1 @@\n-a\n+b' } } } },
    [{ path: 'a.ts', patch: '@@ -1 +1 @@\n-a\n+b' }],
  ],
  ['apply_patch', '*** Begin Patch\n+b\n*** End Patch', [{ patch: '*** Begin Patch\n+b\n*** End Patch' }]],
])('a change by %s %j', (name, input, changes) => {
  expect(call(name, input, { ok: true })).toMatchObject({ kind: 'change', changes })
})

it('a change that only the result tells', () => {
  const result = [{ type: 'diff', path: 'a.ts', oldText: 'a', newText: 'b' }]
  expect(call('edit', {}, result)).toMatchObject({
    kind: 'change',
    changes: [{ path: 'a.ts', ...text('a', 'b') }],
  })
})

it('a plan and a command', () => {
  expect(call('ExitPlanMode', { plan: '# Plan' }, { plan: '# Plan', isAgent: false })).toEqual({
    kind: 'plan',
    plan: '# Plan',
  })
  expect(call('shell', { command: ['bash', '-lc', 'ls'] }, { output: 'a' })).toEqual({
    kind: 'command',
    command: 'ls',
    output: 'a',
  })
})

describe('what is not what it should be is shown by its fields', () => {
  it.each([
    ['Read', {}, 'text'],
    ['Read', { file_path: 7 }, 'text'],
    ['Read', { file_path: 'a' }, { odd: 1 }],
    ['Grep', { pattern: ['x'] }, 'a'],
    ['Grep', { pattern: 'x' }, { odd: 1 }],
    ['WebFetch', { url: {} }, 'a'],
    ['WebSearch', { query: 'q' }, { odd: 1 }],
    ['TodoWrite', { todos: 'none' }, 'Saved'],
    ['TodoWrite', { todos: [{ status: 'completed' }] }, 'Saved'],
    ['Task', {}, 'a'],
    ['Task', { prompt: 'a' }, { odd: { er: 1 } }],
    ['Edit', { file_path: 'a.ts' }, 'a'],
    ['AskUserQuestion', { questions: [7] }, 'a'],
    ['ExitPlanMode', { plan: {} }, 'a'],
    ['Bash', {}, 'a'],
    ['mcp__github__create_issue', { title: 'x' }, 'a'],
    ['Read', null, null],
    ['Read', 'x', 7],
  ])('%s %j', (name, input, result) => {
    expect(call(name, input, result)).toEqual({ kind: 'fields' })
  })
})

it('does not read the words of a failure as a result', () => {
  const item = { name: 'Grep', input: { pattern: 'x' }, result: 'No such folder', state: 'error' } as const
  expect(toolCall(item)).toMatchObject({ kind: 'search', hits: undefined })
})
