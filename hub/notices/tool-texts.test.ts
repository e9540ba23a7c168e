import { expect, it } from 'vitest'
import { compactArguments, detailedArguments } from './tool-texts.ts'

const long = 'x'.repeat(300)
const cut = (length: number) => `${'x'.repeat(length - 3)}...`

it.each([
  [
    'Edit',
    { file_path: '/a/b/c/d.ts', old_string: 'old\ntext', new_string: long },
    '.../c/d.ts',
    ['File: /a/b/c/d.ts', 'Old: "old text"', `New: "${cut(50)}"`],
  ],
  ['Edit', { file_path: 'd.ts' }, 'd.ts', ['File: d.ts']],
  ['Write', { file_path: '/a/b/c.ts', content: 'hello' }, '.../b/c.ts', ['File: /a/b/c.ts (5 chars)']],
  ['Read', { file_path: '/a/b/c.ts' }, '.../b/c.ts', ['File: /a/b/c.ts']],
  ['Bash', { command: 'ls\n-la' }, 'ls -la', ['Command: ls -la']],
  ['Bash', { command: long }, cut(60), [`Command: ${cut(111)}`]],
  ['Task', { description: 'Look around', prompt: 'p' }, 'Look around', ['Task: Look around']],
  ['Agent', { prompt: long }, cut(60), [`Task: ${cut(114)}`]],
  ['Grep', { pattern: long, path: long }, cut(60), [`Pattern: ${cut(111)}`, `Path: ${cut(80)}`]],
  ['Glob', { pattern: '*.ts' }, '*.ts', ['Pattern: *.ts']],
  [
    'WebFetch',
    { url: 'https://example.org:8443/a?b' },
    'example.org:8443',
    ['URL: https://example.org:8443/a?b'],
  ],
  ['WebFetch', { url: 'nonsense' }, '', ['URL: nonsense']],
  ['TodoWrite', { todos: [1, 2] }, '2 items', ['Updating 2 todo items']],
  ['Other', { a: 'bcdef' }, '', ['Args: {"a":"bcdef"}']],
  ['Other', { a: 'bc' }, '', []],
  ['Other', undefined, '', []],
  ['constructor', { a: 'bcdef' }, '', ['Args: {"a":"bcdef"}']],
  ['Bash', null, '', []],
  ['Edit', 'text', '', []],
])('%s of %j', (tool, input, compact, details) => {
  expect([compactArguments(tool, input), detailedArguments(tool, input, 120)]).toEqual([compact, details])
})
