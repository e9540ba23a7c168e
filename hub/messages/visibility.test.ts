import { describe, expect, it } from 'vitest'
import { agentText, codex, event, output } from '../testing/message-fixture.ts'
import { readEnvelope } from './content.ts'
import { hasHumanText, isConversation, isGoalStatus, isHidden } from './visibility.ts'

const user = (content: unknown) => ({ role: 'user', content })
const system = (subtype: string, more: object = {}) => output({ type: 'system', subtype, ...more })
const names = (content: unknown) => JSON.stringify(content)
const table = (rows: [unknown, boolean][]) =>
  rows.map(([content, is]) => [names(content), content, is] as const)

describe('isHidden', () => {
  it.each(
    table([
      [output({ type: 'assistant', isMeta: true }), true],
      [output({ type: 'user', isCompactSummary: true }), true],
      [output({ type: 'rate_limit_event' }), true],
      [output({ type: 'tool_progress' }), true],
      [system('init'), true],
      [output({ type: 'system' }), true],
      [system('away_summary', { content: '  ' }), true],
      [output({ type: 'agy_message', content: '' }), true],
      [output({ type: 'assistant', isMeta: false }), false],
      [output({ type: 'user' }), false],
      [output({ type: 'something new' }), false],
      [system('api_error'), false],
      [system('turn_duration'), false],
      [system('microcompact_boundary'), false],
      [system('compact_boundary'), false],
      [system('away_summary', { content: 'x' }), false],
      [output({ type: 'agy_message', content: 'x' }), false],
      [codex({ type: 'tool_progress' }), false],
      [user({ type: 'output', data: { isMeta: true } }), false],
      ['text', false],
    ]),
  )('%s', (_name, content, hidden) => expect(isHidden(readEnvelope(content))).toBe(hidden))
})

describe('isGoalStatus', () => {
  const line = (message: string) => event({ type: 'message', message })
  it.each(
    table([
      [line('Goal cleared'), true],
      [line('  Goal cleared\n'), true],
      [line('Goal active'), true],
      [line('Goal paused · 3 min'), true],
      [line('Goal complete · done'), true],
      [line('Goal blocked'), true],
      [line('Goal limited by budget · x'), true],
      [line('Goal limited by usage'), true],
      [line('Goal cleared · x'), false],
      [line('Goal activated'), false],
      [line('Goal active: x'), false],
      [line('The Goal cleared'), false],
      [event({ type: 'error', message: 'Goal cleared' }), false],
      [agentText('Goal cleared'), false],
      [user('Goal cleared'), false],
    ]),
  )('%s', (_name, content, is) => expect(isGoalStatus(readEnvelope(content))).toBe(is))
})

describe('hasHumanText', () => {
  it.each(
    table([
      [user('x'), true],
      [user({ type: 'text', text: 'x' }), true],
      [user([{ type: 'image' }, { type: 'text', text: 'x' }]), true],
      [{ message: user('x') }, true],
      [{ data: { message: user('x') } }, true],
      [{ payload: { message: user('x') } }, true],
      [user(' \n'), false],
      [user({ type: 'text', text: '' }), false],
      [user([{ type: 'image' }]), false],
      [user({ type: 'image', text: 'x' }), false],
      [agentText('x'), false],
      ['x', false],
      [null, false],
    ]),
  )('%s', (_name, content, is) => expect(hasHumanText(readEnvelope(content))).toBe(is))
})

describe('isConversation', () => {
  it.each(
    table([
      [user('x'), true],
      [user({ type: 'text', text: '', attachments: [{ id: '1' }] }), true],
      [agentText('x'), true],
      [codex({ type: 'reasoning' }), true],
      [codex({ type: 'tool-call' }), true],
      [output({ type: 'assistant' }), true],
      [output({ type: 'agy_message', content: 'x' }), true],
      [{ role: 'agent', content: 'x' }, true],
      [user({ type: 'text', text: '', attachments: [] }), false],
      [event({ type: 'ready' }), false],
      [codex({ type: 'token_count' }), false],
      [system('turn_duration'), false],
      [output({ type: 'assistant', isMeta: true }), false],
      [{ role: 'agent', content: '' }, false],
      ['x', false],
    ]),
  )('%s', (_name, content, is) => expect(isConversation(readEnvelope(content))).toBe(is))
})
