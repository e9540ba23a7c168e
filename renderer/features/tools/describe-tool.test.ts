import { describe, expect, it } from 'vitest'
import { describeTool } from './describe-tool.ts'

describe('describeTool', () => {
  it.each([
    ['Bash', { command: 'npm test' }, 'command', 'npm test'],
    ['shell', { command: ['bash', '-lc', 'git status'] }, 'command', 'git status'],
    ['exec_command', { cmd: 'ls -la' }, 'command', 'ls -la'],
    ['brand_new_tool', { command: 'make' }, 'command', 'make'],
    ['Bash', { command: '/home/alex/shop/ls' }, 'command', '/home/alex/shop/ls'],
    ['Edit', { file_path: '/home/alex/shop/src/a.ts' }, 'edit', 'src/a.ts'],
    ['CodexPatch', { changes: { 'a.ts': {}, 'b.ts': {} } }, 'edit', 'a.ts, b.ts'],
    ['Read', { file_path: '/etc/hosts' }, 'read', '/etc/hosts'],
    ['Grep', { pattern: 'TODO', path: 'src' }, 'search', 'TODO'],
    ['WebFetch', { url: 'https://example.org' }, 'web', 'https://example.org'],
    ['TodoWrite', { todos: [] }, 'todo', ''],
    ['request_user_input', { questions: [] }, 'question', ''],
    ['mystery', 'text', 'other', ''],
  ])('reads %s %j as %s %j', (name, input, kind, detail) => {
    expect(describeTool(name, input, '/home/alex/shop')).toMatchObject({ kind, detail })
  })

  it.each([
    [{ command: 'ls', description: 'List' }, 'ls'],
    [{ command: 'ls', cmd: 'rm -rf shop' }, ''],
    [{ command: 'ls', Command: 'rm -rf shop' }, ''],
    [{ script: 'ls', command_line: ['rm', '-rf', 'shop'] }, ''],
  ])('lets no other field pass for the command: %j', (input, detail) => {
    expect(describeTool('Bash', input).detail).toBe(detail)
  })

  it.each([
    ['C:\\Users\\Al\\shop', 'C:\\Users\\Al\\shop\\src\\a.ts', 'src\\a.ts'],
    ['C:\\Users\\Al\\shop', 'c:/users/al/shop/src/a.ts', 'src/a.ts'],
    ['C:\\Users\\Al\\shop', 'C:\\Users\\Al\\shopping\\a.ts', 'C:\\Users\\Al\\shopping\\a.ts'],
    ['/home/al/shop', '/home/al/Shop/a.ts', '/home/al/Shop/a.ts'],
    ['/home/al/shop', '/home/al/shop\\a.ts', '/home/al/shop\\a.ts'],
  ])('in %s shortens %s to %s', (folder, file_path, detail) => {
    expect(describeTool('Read', { file_path }, folder).detail).toBe(detail)
  })

  it('tells why a command runs', () => {
    const input = { command: 'npm test', description: 'Run the test suite' }
    expect(describeTool('Bash', input).reason).toBe('Run the test suite')
  })

  it('makes the name of a plugged-in tool readable', () => {
    expect(describeTool('mcp__github__create_issue', {}).name).toBe('github: create issue')
  })
})
