import { describe, expect, it } from 'vitest'
import { messageFixture } from '../testing/message-fixture.ts'

const DELAY = 60_000

function scheduled() {
  const fixture = messageFixture()
  const { messages, session, clock } = fixture
  messages.send(session, { text: 'x', localId: 'a', scheduledAt: clock.now() + DELAY })
  fixture.events()
  fixture.deliveries()
  const tick = () => {
    messages.tick()
    const events = fixture.events().filter(({ type }) => type === 'scheduled-matured')
    return { events: events.length, delivered: fixture.deliveries().map(({ localId }) => localId) }
  }
  return { ...fixture, tick }
}

describe('a scheduled prompt', () => {
  it('waits for its time', () => {
    const { tick, clock } = scheduled()
    clock.advance(DELAY - 1)
    expect(tick()).toEqual({ events: 0, delivered: [] })
  })

  it('is delivered on every tick until the agent takes it, and announced once', () => {
    const { tick, clock, messages, session, row } = scheduled()
    clock.advance(DELAY)
    expect([tick(), tick()]).toEqual([
      { events: 1, delivered: ['a'] },
      { events: 0, delivered: ['a'] },
    ])
    expect(row('a')?.invokedAt).toBeNull()
    messages.markInvoked(session.id, ['a'])
    expect(tick()).toEqual({ events: 0, delivered: [] })
  })

  it('leaves the list of what is still to come when it is due', () => {
    const { tick, clock, sessions } = scheduled()
    const count = () =>
      JSON.parse(sessions.listJson('default', {}).toString()).sessions[0].futureScheduledMessageCount
    expect(count()).toBe(1)
    clock.advance(DELAY)
    tick()
    expect(count()).toBe(0)
  })

  it('is announced without a CLI and delivered when one is there', () => {
    const { tick, clock, link } = scheduled()
    clock.advance(DELAY)
    link.sockets = 0
    expect(tick()).toEqual({ events: 1, delivered: [] })
    link.sockets = 1
    expect(tick()).toEqual({ events: 0, delivered: ['a'] })
  })

  it('waits while its session is gated', () => {
    const { tick, clock, messages } = scheduled()
    let isGated = true
    messages.setGate(() => isGated)
    clock.advance(DELAY)
    expect(tick()).toEqual({ events: 0, delivered: [] })
    isGated = false
    expect(tick()).toEqual({ events: 1, delivered: ['a'] })
  })

  it('is not released while its delivery is unresolved', () => {
    const { tick, clock, messages, session } = scheduled()
    messages.markIndeterminate(session.id, ['a'])
    clock.advance(DELAY)
    expect(tick()).toEqual({ events: 0, delivered: [] })
  })

  it('goes out with others in the order of their times', () => {
    const { tick, clock, messages, session } = scheduled()
    messages.send(session, { text: 'x', localId: 'earlier', scheduledAt: clock.now() + 1 })
    clock.advance(DELAY)
    expect(tick()).toEqual({ events: 2, delivered: ['earlier', 'a'] })
  })
})
