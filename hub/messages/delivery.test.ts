import { describe, expect, it } from 'vitest'
import { REDELIVER_AFTER_MS } from '../../contract/cli-plane.ts'
import { messageFixture } from '../testing/message-fixture.ts'

const localIds = (messages: { localId: string | null }[]) => messages.map((message) => message.localId)

describe('redeliver', () => {
  it('hands a joining CLI every queued prompt, oldest first, and nothing else', () => {
    const { sendQueued, say, messages, session, deliveries, clock } = messageFixture()
    for (const localId of ['a', 'b', 'taken', 'unclear']) sendQueued(localId)
    say('agent', { localId: 'not a prompt' })
    messages.send(session, { text: 'x', localId: 'later', scheduledAt: clock.now() })
    messages.markInvoked(session.id, ['taken'])
    messages.markIndeterminate(session.id, ['unclear'])
    deliveries()
    messages.redeliver(session.id)
    expect(localIds(deliveries())).toEqual(['a', 'b'])
  })

  it('keeps ids and numbers, and turns steer into queue', () => {
    const { messages, session, deliveries } = messageFixture({ flavor: 'pi' })
    messages.send(session, { text: 'x', localId: 'a', deliveryMode: 'steer' })
    const [first] = deliveries()
    messages.redeliver(session.id)
    const [again] = deliveries()
    expect(first?.content).toMatchObject({ meta: { sentFrom: 'webapp', deliveryMode: 'steer' } })
    expect(again).toEqual({
      ...first,
      content: { ...(first?.content as object), meta: { sentFrom: 'webapp', deliveryMode: 'queue' } },
    })
  })

  it('waits while the session is gated', () => {
    const { messages, session, sendQueued, deliveries } = messageFixture()
    let isGated = true
    messages.setGate(() => isGated)
    sendQueued('a')
    messages.redeliver(session.id)
    expect(deliveries()).toEqual([])
    isGated = false
    messages.redeliver(session.id)
    expect(localIds(deliveries())).toEqual(['a'])
  })
})

describe('a prompt that is not consumed', () => {
  const waiting = () => {
    const fixture = messageFixture({ flavor: 'pi' })
    fixture.messages.send(fixture.session, { text: 'x', localId: 'a', deliveryMode: 'steer' })
    fixture.deliveries()
    const tickAfter = (ms: number) => {
      fixture.clock.advance(ms)
      fixture.messages.tick()
      return fixture.deliveries()
    }
    return { ...fixture, tickAfter }
  }

  it('is delivered again after fifteen seconds, then every fifteen, as queued', () => {
    const { tickAfter } = waiting()
    expect(tickAfter(REDELIVER_AFTER_MS - 1)).toEqual([])
    expect(tickAfter(1)).toMatchObject([{ localId: 'a', content: { meta: { deliveryMode: 'queue' } } }])
    expect(tickAfter(REDELIVER_AFTER_MS - 1)).toEqual([])
    expect(tickAfter(1)).toHaveLength(1)
  })

  it('is not delivered again once it was consumed', () => {
    const { tickAfter, messages, session } = waiting()
    messages.markInvoked(session.id, ['a'])
    expect(tickAfter(10 * REDELIVER_AFTER_MS)).toEqual([])
  })

  it('does not take younger prompts with it', () => {
    const { tickAfter, sendQueued, clock, deliveries } = waiting()
    clock.advance(REDELIVER_AFTER_MS - 1)
    sendQueued('young')
    deliveries()
    expect(localIds(tickAfter(1))).toEqual(['a'])
  })

  it('waits for a CLI to join when none is there', () => {
    const { tickAfter, link, messages, session, deliveries } = waiting()
    link.sockets = 0
    expect(tickAfter(REDELIVER_AFTER_MS)).toEqual([])
    link.sockets = 1
    expect(tickAfter(REDELIVER_AFTER_MS)).toEqual([])
    messages.redeliver(session.id)
    expect(deliveries()).toHaveLength(1)
    expect(tickAfter(REDELIVER_AFTER_MS)).toHaveLength(1)
  })

  it('is watched again after a retry put it back', () => {
    const { tickAfter, messages, session } = waiting()
    messages.markIndeterminate(session.id, ['a'])
    expect(tickAfter(REDELIVER_AFTER_MS)).toEqual([])
    messages.steerState(session.id, ['a'], 'queued')
    expect(tickAfter(REDELIVER_AFTER_MS)).toHaveLength(1)
  })
})

describe('backfill', () => {
  it('answers rows past a number with their times, steer turned into queue', () => {
    const { messages, session, say, clock } = messageFixture({ flavor: 'pi' })
    say('seen')
    messages.send(session, { text: 'x', localId: 'a', deliveryMode: 'steer' })
    messages.send(session, { text: 'x', localId: 'later', scheduledAt: clock.now() + 1 })
    const rows = messages.backfill(session.id, 1, 200)
    expect(rows).toEqual([
      {
        id: expect.any(String),
        seq: 2,
        localId: 'a',
        createdAt: clock.now(),
        invokedAt: null,
        scheduledAt: null,
        content: expect.objectContaining({ meta: { sentFrom: 'webapp', deliveryMode: 'queue' } }),
      },
    ])
    expect(messages.backfill('nobody', 0, 200)).toEqual([])
  })
})
