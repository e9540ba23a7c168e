import { describe, expect, it } from 'vitest'
import type { CancelOutcome } from '../link/delivery.ts'
import { messageFixture } from '../testing/message-fixture.ts'

type State = 'queued' | 'dispatching' | 'indeterminate' | 'scheduled'

interface Situation {
  state: State
  sockets?: number
  shared?: boolean
  answer?: CancelOutcome
}

function prepare({ state, sockets = 1, shared = false, answer = 'removed' }: Situation) {
  const fixture = messageFixture(shared ? { capabilities: { concurrentClients: true } } : {})
  const { messages, session, clock, link } = fixture
  const schedule = state === 'scheduled' ? { scheduledAt: clock.now() + 1000 } : {}
  messages.send(session, { text: 'x', localId: 'a', ...schedule })
  if (state === 'dispatching') messages.steerState(session.id, ['a'], 'dispatching')
  if (state === 'indeterminate') messages.markIndeterminate(session.id, ['a'])
  // Something else to show, so that the session keeps its content.
  fixture.say('words')
  fixture.events()
  link.sockets = sockets
  link.cancelOutcome = answer
  return fixture
}

const busy = { status: 'busy', localId: 'a' }
const cancelled = { status: 'cancelled', localId: 'a' }

/** Event names besides patches, and whether the CLI was asked. */
async function cancel(situation: Situation) {
  const fixture = prepare(situation)
  const result = await fixture.messages.cancel(fixture.session, 'a')
  const events = fixture.events().flatMap(({ type }) => (type === 'session-updated' ? [] : [type]))
  return { fixture, result, events, asked: fixture.link.asked.length > 0 }
}

describe('cancel', () => {
  it.each<[string, Situation, object, string[], boolean]>([
    ['queued, no CLI', { state: 'queued', sockets: 0 }, cancelled, ['message-cancelled'], false],
    ['queued, removed', { state: 'queued', answer: 'removed' }, cancelled, ['message-cancelled'], true],
    ['queued, in flight', { state: 'queued', answer: 'in-flight' }, busy, [], true],
    ['queued, indeterminate', { state: 'queued', answer: 'indeterminate' }, busy, [], true],
    ['queued, not found', { state: 'queued', answer: 'not-found' }, busy, ['messages-indeterminate'], true],
    ['queued, timeout', { state: 'queued', answer: 'timeout' }, busy, ['messages-indeterminate'], true],
    ['scheduled', { state: 'scheduled' }, cancelled, ['message-cancelled'], false],
    ['scheduled, no CLI', { state: 'scheduled', sockets: 0 }, cancelled, ['message-cancelled'], false],
    [
      'scheduled, shared, no CLI',
      { state: 'scheduled', sockets: 0, shared: true },
      cancelled,
      ['message-cancelled'],
      false,
    ],
    [
      'queued, shared, no CLI',
      { state: 'queued', sockets: 0, shared: true },
      busy,
      ['messages-indeterminate'],
      false,
    ],
    ['queued, shared, removed', { state: 'queued', shared: true }, cancelled, ['message-cancelled'], true],
    ['dispatching, removed', { state: 'dispatching' }, busy, ['messages-indeterminate'], true],
    [
      'dispatching, in flight',
      { state: 'dispatching', answer: 'in-flight' },
      busy,
      ['messages-indeterminate'],
      true,
    ],
    ['dispatching, no CLI', { state: 'dispatching', sockets: 0 }, busy, ['messages-indeterminate'], true],
    ['indeterminate, removed', { state: 'indeterminate' }, cancelled, ['message-cancelled'], true],
    [
      'indeterminate, not found',
      { state: 'indeterminate', answer: 'not-found' },
      cancelled,
      ['message-cancelled'],
      true,
    ],
    ['indeterminate, no CLI', { state: 'indeterminate', sockets: 0 }, cancelled, ['message-cancelled'], true],
    ['indeterminate, in flight', { state: 'indeterminate', answer: 'in-flight' }, busy, [], true],
    ['indeterminate, still', { state: 'indeterminate', answer: 'indeterminate' }, busy, [], true],
    ['indeterminate, timeout', { state: 'indeterminate', answer: 'timeout' }, busy, [], true],
    [
      'indeterminate, shared, not found',
      { state: 'indeterminate', shared: true, answer: 'not-found' },
      busy,
      [],
      true,
    ],
    [
      'indeterminate, shared, removed',
      { state: 'indeterminate', shared: true },
      cancelled,
      ['message-cancelled'],
      true,
    ],
    ['indeterminate, shared, no CLI', { state: 'indeterminate', shared: true, sockets: 0 }, busy, [], false],
  ])('%s', async (_name, situation, result, events, asked) => {
    const outcome = await cancel(situation)
    expect({ ...outcome, fixture: undefined }).toEqual({ fixture: undefined, result, events, asked })
    const isThere = outcome.fixture.row('a') !== undefined
    expect(isThere).toBe(result === busy)
  })

  it.each<State>(['queued', 'dispatching', 'indeterminate'])(
    '%s, consumed: the agent has it',
    async (state) => {
      const { fixture, result, events } = await cancel({ state, answer: 'consumed' })
      expect(result).toEqual({ status: 'invoked', message: fixture.row('a') })
      expect(fixture.row('a')?.invokedAt).toBe(fixture.clock.now())
      expect(events).toEqual(['messages-consumed'])
    },
  )

  it('of an invoked row returns it as stored', async () => {
    const { messages, session, row } = prepare({ state: 'queued' })
    messages.markInvoked(session.id, ['a'])
    expect(await messages.cancel(session, 'a')).toEqual({ status: 'invoked', message: row('a') })
  })

  it('of a row that is not there has nothing to do', async () => {
    const { messages, session, events } = prepare({ state: 'queued' })
    expect(await messages.cancel(session, 'nothing')).toEqual({ status: 'cancelled', localId: null })
    expect(events()).toEqual([])
  })

  it('takes the server id as well, names both ids and raises the epoch', async () => {
    const { messages, session, row, events, page } = prepare({ state: 'queued' })
    const messageId = row('a')?.id as string
    expect(await messages.cancel(session, messageId)).toEqual(cancelled)
    expect(events()).toEqual([
      { type: 'message-cancelled', namespace: 'default', sessionId: session.id, messageId, localId: 'a' },
    ])
    expect(page().page.epoch).toBe(1)
  })

  it('keeps a row the agent took while its CLI was asked', async () => {
    const { messages, session, row, link, eventNames } = prepare({ state: 'queued' })
    link.meanwhile = () => messages.markInvoked(session.id, ['a'])
    expect(await messages.cancel(session, 'a')).toEqual({ status: 'invoked', message: row('a') })
    expect(eventNames()).not.toContain('message-cancelled')
  })

  it('answers two at once alike and announces one', async () => {
    const { messages, session, eventNames } = prepare({ state: 'queued' })
    const both = await Promise.all([messages.cancel(session, 'a'), messages.cancel(session, 'a')])
    expect(both).toEqual([cancelled, cancelled])
    expect(eventNames()).toEqual(['message-cancelled'])
  })

  it('of the only message leaves a session without content', async () => {
    const { messages, session, sessions, sendQueued, eventNames } = messageFixture()
    sendQueued('a')
    eventNames()
    await messages.cancel(session, 'a')
    expect(eventNames()).toEqual(['message-cancelled', 'session-updated:full'])
    expect(sessions.require('default', session.id).hasConversationContent).toBe(false)
  })
})
