import { describe, expect, it } from 'vitest'
import { messageFixture } from '../testing/message-fixture.ts'

function withQueued(...localIds: string[]) {
  const fixture = messageFixture()
  for (const localId of localIds) fixture.sendQueued(localId)
  fixture.events()
  fixture.clock.advance(10)
  const { session, messages, clock } = fixture
  const of = { namespace: 'default', sessionId: session.id }
  return {
    ...fixture,
    of,
    id: session.id,
    state: (ids = localIds) => messages.queuedState(session, ids),
    now: clock.now(),
  }
}

describe('markInvoked', () => {
  it('stamps the rows and announces every given id, known or not, after the activity', () => {
    const { messages, id, of, events, now, state } = withQueued('a', 'b')
    messages.markInvoked(id, ['a', 'unknown'], { steered: true })
    expect(events()).toEqual([
      { type: 'session-updated', ...of, data: { updatedAt: now } },
      { type: 'messages-consumed', ...of, localIds: ['a', 'unknown'], invokedAt: now, steered: true },
    ])
    expect(state()).toEqual({
      queuedLocalIds: ['b'],
      indeterminateLocalIds: [],
      invokedLocalMessages: [{ localId: 'a', invokedAt: now }],
    })
  })

  it('announces the very time it stored, however long that took', () => {
    const { messages, id, events, state, clock, now } = withQueued('a', 'b')
    let time = now
    clock.now = () => time++
    messages.markInvoked(id, ['a', 'b'])
    const announced = events().flatMap((event) =>
      event.type === 'messages-consumed' ? [event.invokedAt] : [],
    )
    const stored = state().invokedLocalMessages.map(({ invokedAt }) => invokedAt)
    expect(stored).toEqual([announced[0], announced[0]])
  })

  it('keeps the first time when told again, and moves no activity', () => {
    const { messages, id, eventNames, events, state, clock, now } = withQueued('a')
    messages.markInvoked(id, ['a'])
    events()
    clock.advance(5)
    messages.markInvoked(id, ['a'])
    expect(eventNames()).toEqual(['messages-consumed'])
    expect(state().invokedLocalMessages).toEqual([{ localId: 'a', invokedAt: now }])
  })

  it('settles a prompt of unknown fate', () => {
    const { messages, id, row } = withQueued('a')
    messages.markIndeterminate(id, ['a'])
    messages.markInvoked(id, ['a'])
    expect(row('a')).not.toHaveProperty('deliveryState')
  })

  it('moves the row to its invocation', () => {
    const { messages, id, say, page } = withQueued('a')
    say('words')
    messages.markInvoked(id, ['a'])
    expect(page().messages.map((row) => row.seq)).toEqual([1, 2])
    const later = withQueued('a')
    later.say('words')
    later.clock.advance(1)
    later.messages.markInvoked(later.id, ['a'])
    expect(later.page().messages.map((row) => row.seq)).toEqual([2, 1])
  })

  it('ends the thinking a prompt stands for when asked', () => {
    const { messages, id, sessions, clock } = withQueued('a', 'b')
    const thinkingAfterKeepAlive = () => {
      sessions.keepAlive({ sid: id, time: clock.now(), thinking: false })
      return sessions.isThinking(id)
    }
    messages.markInvoked(id, ['a'])
    expect(thinkingAfterKeepAlive()).toBe(true)
    messages.markInvoked(id, ['b'], { clearGrace: true })
    expect(thinkingAfterKeepAlive()).toBe(false)
  })

  it('ignores an empty list and an unknown session', () => {
    const { messages, id, events } = withQueued('a')
    messages.markInvoked(id, [])
    messages.markInvoked('nobody', ['a'])
    expect(events()).toEqual([])
  })
})

describe('markIndeterminate', () => {
  it('marks and announces what waits, once, and nothing that was taken', () => {
    const { messages, id, of, events, state } = withQueued('a', 'b', 'taken')
    messages.markInvoked(id, ['taken'])
    messages.steerState(id, ['b'], 'dispatching')
    events()
    messages.markIndeterminate(id, ['a', 'b', 'taken', 'unknown'])
    messages.markIndeterminate(id, ['a'])
    expect(events()).toEqual([{ type: 'messages-indeterminate', ...of, localIds: ['a', 'b'] }])
    expect(state()).toMatchObject({ queuedLocalIds: [], indeterminateLocalIds: ['a', 'b'] })
  })
})

describe('steerState', () => {
  it.each([
    ['queued', 'dispatching', true],
    ['indeterminate', 'dispatching', true],
    ['dispatching', 'dispatching', false],
    ['dispatching', 'queued', true],
    ['indeterminate', 'queued', true],
    ['queued', 'queued', false],
    ['invoked', 'queued', false],
    ['invoked', 'dispatching', false],
  ] as const)('from %s to %s changes the row: %s', (from, to, ok) => {
    const { messages, id, of, events } = withQueued('a')
    if (from === 'dispatching') messages.steerState(id, ['a'], 'dispatching')
    if (from === 'indeterminate') messages.markIndeterminate(id, ['a'])
    if (from === 'invoked') messages.markInvoked(id, ['a'])
    events()
    expect(messages.steerState(id, ['a', 'unknown'], to)).toBe(ok)
    const requeued = { type: 'messages-requeued', ...of, localIds: ['a'] }
    expect(events()).toEqual(ok && to === 'queued' ? [requeued] : [])
  })
})

describe('sweepQueued', () => {
  it('stamps what waited for the CLI and announces it once; scheduled and unresolved prompts stay', () => {
    const { messages, session, id, of, events, now, state, clock } = withQueued('a', 'b', 'unclear')
    messages.send(session, { text: 'x', localId: 'later', scheduledAt: clock.now() + 1 })
    messages.markIndeterminate(id, ['unclear'])
    events()
    messages.sweepQueued(id)
    messages.sweepQueued(id)
    expect(events()).toEqual([{ type: 'messages-consumed', ...of, localIds: ['a', 'b'], invokedAt: now }])
    expect(state(['a', 'b', 'unclear', 'later'])).toEqual({
      queuedLocalIds: ['later'],
      indeterminateLocalIds: ['unclear'],
      invokedLocalMessages: [
        { localId: 'a', invokedAt: now },
        { localId: 'b', invokedAt: now },
      ],
    })
  })
})

describe('queuedState', () => {
  it('leaves out what the session does not hold', () => {
    const { messages, newSession, state } = withQueued('a')
    expect(messages.queuedState(newSession(), ['a'])).toEqual(state([]))
    expect(state(['b', 'a'])).toEqual({
      queuedLocalIds: ['a'],
      indeterminateLocalIds: [],
      invokedLocalMessages: [],
    })
  })
})

describe('nativeQueueMessage', () => {
  const shared = { capabilities: { concurrentClients: true } }

  it('mirrors a prompt, rewrites its text and keeps the rest, without a word to the CLI', () => {
    const { messages, session, row, events, deliveries } = messageFixture(shared)
    messages.nativeQueueMessage(session.id, 'n', 'one')
    messages.nativeQueueMessage(session.id, 'n', 'two')
    const content = (text: string) => ({
      role: 'user',
      content: { type: 'text', text },
      meta: { sentFrom: 'cli', isNativeQueuedMessage: true },
    })
    expect(row('n', session)).toMatchObject({ seq: 1, invokedAt: null, content: content('two') })
    const received = events().filter((event) => event.type === 'message-received')
    expect(received.map(({ message }) => message.content)).toEqual([content('one'), content('two')])
    expect(deliveries()).toEqual([])
  })

  it('takes a prompt away with its row, and raises the epoch', () => {
    const { messages, session, row, events, page } = messageFixture(shared)
    messages.nativeQueueMessage(session.id, 'n', 'one')
    const messageId = row('n', session)?.id
    messages.nativeQueueMessage(session.id, 'n', null)
    expect(page({}, session)).toMatchObject({ messages: [], page: { epoch: 1 } })
    expect(events().filter((event) => event.type === 'message-cancelled')).toEqual([
      { type: 'message-cancelled', namespace: 'default', sessionId: session.id, messageId, localId: 'n' },
    ])
  })

  it('leaves alone what was taken, and sessions that are not shared', () => {
    const { messages, session, row, events, newSession } = messageFixture(shared)
    messages.nativeQueueMessage(session.id, 'n', 'one')
    messages.markInvoked(session.id, ['n'])
    const before = row('n', session)
    events()
    messages.nativeQueueMessage(session.id, 'n', 'two')
    messages.nativeQueueMessage(session.id, 'n', null)
    messages.nativeQueueMessage(newSession().id, 'n', 'one')
    expect([row('n', session), events().filter(({ type }) => type === 'message-received')]).toEqual([
      before,
      [],
    ])
  })
})
