import { describe, expect, it } from 'vitest'
import type { SessionExport } from '../../../contract/history.ts'
import { agentRow, makeSession, userContent } from '../../testing/factories.ts'
import { exportName } from './export-name.ts'
import { sessionMarkdown } from './session-markdown.ts'

const words = {
  title: 'Fix it',
  you: 'You',
  thought: 'Thought',
  anyAgent: '智能体',
  notes: 'Notes',
  formatTime: (at: number) => `at ${at}`,
  event: ({ name }: { name: string }) => name,
  error: 'Failed',
}
const codex = (seq: number, data: object) =>
  agentRow(seq, { content: { role: 'agent', content: { type: 'codex', data } } })
const document = (changes: Partial<SessionExport> = {}) =>
  sessionMarkdown(
    { schemaVersion: 2, exportedAt: 0, session: makeSession(), messages: [], scratchlist: [], ...changes },
    words,
  )

describe('sessionMarkdown', () => {
  it('tells who said what, and in short what was done', () => {
    const messages = [
      { ...agentRow(1), content: userContent('Run the tests') },
      codex(2, { type: 'reasoning', id: 'r', message: 'First look.\nThen run.' }),
      codex(3, { type: 'tool-call', callId: 'c', name: 'Bash', input: { command: 'npm test' } }),
      codex(4, { type: 'tool-call-result', callId: 'c', output: 'ok' }),
      codex(5, { type: 'message', message: 'All **pass**.' }),
    ]
    expect(document({ messages })).toBe(`# Fix it

Claude · /work

at 1000

## You · at 1000

Run the tests

> Thought: First look.
> Then run.

- **Bash** \`npm test\`

\`\`\`
ok
\`\`\`

**Claude:**

All **pass**.
`)
  })

  it('calls an agent nobody knows in the words of the page', () => {
    const session = makeSession({ metadata: { path: '/work', host: 'laptop', flavor: 'of tomorrow' } })
    expect(document({ session })).toContain('智能体 · /work')
  })

  it('fences what holds fences itself', () => {
    const messages = [
      codex(1, { type: 'tool-call', callId: 'c', name: 'Bash', input: { command: 'echo `x`' } }),
      codex(2, { type: 'tool-call-result', callId: 'c', output: '```\ncode\n```' }),
    ]
    expect(document({ messages })).toContain('- **Bash** `` echo `x` ``\n\n````\n```\ncode\n```\n````')
  })

  it('ends with the notes', () => {
    const file = { id: 'f', filename: 'a.png', mimeType: 'image/png', size: 1, path: 'p' }
    const note = { entryId: 'n', text: 'later\nmaybe', createdAt: 0, updatedAt: 0, attachments: [file] }
    expect(document({ scratchlist: [note] })).toMatch(/## Notes\n\n- later\n {2}maybe · a\.png\n$/)
  })
})

describe('exportName', () => {
  const at = new Date(2026, 0, 5).getTime()
  it.each([
    ['Fix it', 'Fix it 2026-01-05.md'],
    ['../../etc/passwd', 'etc passwd 2026-01-05.md'],
    ['日本語 テスト', '日本語 テスト 2026-01-05.md'],
    ['???', 'session 2026-01-05.md'],
    ['a'.repeat(200), `${'a'.repeat(80)} 2026-01-05.md`],
  ])('of %s is %s', (title, name) => {
    expect(exportName(title, at, 'md')).toBe(name)
  })
})
