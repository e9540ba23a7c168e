import { describe, expect, it } from 'vitest'
import { readyNotice, requestNotice, taskNotice, taskSummaryOf } from './notice.ts'
import { namesOf } from './session-names.ts'

const session = {
  id: '0123456789abcdef',
  namespace: 'default',
  metadata: { path: '/home/a/app', host: 'box', flavor: 'claude' },
}
const base = { namespace: 'default', sessionId: session.id, sessionName: 'Claude - app' }
const plain = { title: 'Ready for input', body: 'Claude is waiting in app' }

describe('names', () => {
  it.each([
    [{ name: 'Mine', summary: { text: 'S', updatedAt: 1 }, path: '/a/b', flavor: 'codex' }, 'Codex', 'Mine'],
    [{ summary: { text: 'The  sum', updatedAt: 1 }, path: '/a/b', flavor: 'agentB' }, 'Codex', 'The sum'],
    [{ path: '/a/b/' }, 'Agent', 'b'],
    [{ path: 'C:\\work\\app', flavor: 'unknown' }, 'Agent', 'app'],
    [{ path: '/' }, 'Agent', '01234567'],
    [null, 'Agent', '01234567'],
  ])('of %j', (metadata, agent, name) => {
    const named = metadata && { host: 'h', ...metadata }
    expect(namesOf({ id: session.id, metadata: named })).toEqual({ agent, session: name })
  })
})

it('cuts the name of a session that an agent made too long for a notification', () => {
  const metadata = { host: 'h', summary: { text: '长'.repeat(3000), updatedAt: 1 } }
  expect(namesOf({ id: session.id, metadata }).session).toBe(`${'长'.repeat(77)}...`)
})

describe('ready', () => {
  const ready = (text?: string) => readyNotice(session, text)

  it('says who waits when the agent said nothing', () => {
    expect(ready()).toEqual({
      type: 'ready',
      ...base,
      severity: 'info',
      native: plain,
      web: { ...plain, tag: `ready-${session.id}` },
    })
  })

  it('shows the last words natively, cut to 280', () => {
    const { native, web, notifySummary } = ready(` ${'x'.repeat(300)} `)
    expect([native, web.body, notifySummary]).toEqual([
      { title: 'Claude - app', body: `${'x'.repeat(277)}...` },
      plain.body,
      undefined,
    ])
  })

  it('shows the status line instead of the words, and hands it on', () => {
    const { native, notifySummary } = ready(
      'Words.\nAGENT_NOTIFY_SUMMARY {"summary":"Built","action":"Review it"}',
    )
    expect(native).toEqual({ title: 'Claude - app', body: 'Built\n-> Review it' })
    expect(JSON.parse(notifySummary ?? '')).toEqual({ summary: 'Built', action: 'Review it' })
  })

  it('keeps summary and action within 280 together, and says the same only once', () => {
    const line = (summary: string, action: string) =>
      ready(`AGENT_NOTIFY_SUMMARY ${JSON.stringify({ summary, action })}`).native.body
    expect(line('Same', 'Same')).toBe('Same')
    expect(line('Built', 'Go')).toBe('Built\n-> Go')
    expect(line('a'.repeat(200), 'b'.repeat(200))).toBe(`${'a'.repeat(200)}\n-> ${'b'.repeat(73)}...`)
    expect(line('a'.repeat(280), 'b')).toBe('a'.repeat(280))
  })
})

describe('requests', () => {
  it('of a permission', () => {
    const request = { tool: 'Edit', arguments: { file_path: '/w/app/src/a.ts', new_string: 'n' } }
    expect(requestNotice(session, 'r1', request)).toEqual({
      type: 'permission-request',
      ...base,
      requestId: 'r1',
      severity: 'warning',
      native: {
        title: 'Permission Request',
        body: 'Claude Edit: .../src/a.ts\nSession: app\nFile: /w/app/src/a.ts\nNew: "n"',
      },
      web: { title: 'Permission Request', body: 'app (Edit)', tag: `permission-${session.id}` },
    })
  })

  it.each([
    ['Unknown', 'Claude Unknown\nSession: app', 'app (Unknown)'],
    ['', 'Claude - app\nSession: app', 'app'],
  ])('of the tool %j without arguments', (tool, native, web) => {
    const notice = requestNotice(session, 'r', { tool, arguments: {} })
    expect([notice.native.body, notice.web.body]).toEqual([native, web])
  })

  it('of a question', () => {
    const text = { title: 'Claude needs your input', body: 'Go?\napp' }
    expect(
      requestNotice(session, 'r1', {
        tool: 'functions.AskUserQuestion',
        arguments: { questions: [{ question: 'Go?' }] },
      }),
    ).toEqual({
      type: 'input-request',
      ...base,
      requestId: 'r1',
      severity: 'info',
      native: text,
      web: { ...text, tag: `input-request-${session.id}` },
    })
  })

  it('of a plan is a permission, not a question', () => {
    expect(requestNotice(session, 'r', { tool: 'ExitPlanMode', arguments: {} }).type).toBe(
      'permission-request',
    )
  })
})

describe('tasks', () => {
  it.each([
    [false, 'Task completed', 'success'],
    [true, 'Task failed', 'error'],
  ])('failed: %s', (failed, title, severity) => {
    const notice = taskNotice(session, { summary: 'Tests ran', failed })
    expect(notice).toEqual({
      type: 'task-notification',
      ...base,
      severity,
      native: { title, body: 'Claude · app · Tests ran' },
      web: { title, body: 'Claude · app · Tests ran' },
    })
    expect(taskSummaryOf(notice, session)).toBe('Tests ran')
  })

  it('cuts the summary natively only', () => {
    const summary = 'x'.repeat(300)
    const { native, web } = taskNotice(session, { summary, failed: false })
    expect([native.body, web.body]).toEqual([
      `Claude · app · ${'x'.repeat(277)}...`,
      `Claude · app · ${summary}`,
    ])
  })
})
