import { describe, expect, it } from 'vitest'
import type { CancelOutcome, RetryOutcome } from '../link/delivery.ts'
import { messageFixture } from '../testing/message-fixture.ts'

function unresolved(metadata: Parameters<typeof messageFixture>[0] = {}, localId = 'a') {
  const fixture = messageFixture(metadata)
  const { messages, session } = fixture
  messages.send(session, { text: 'x', localId, deliveryMode: 'steer' })
  messages.markIndeterminate(session.id, [localId])
  fixture.events()
  return { ...fixture, retry: (id = localId) => messages.retry(session, id) }
}

const unavailable = { status: 'retry-unavailable', localId: 'a' }
const retried = { status: 'retried', localId: 'a' }
const shared = { capabilities: { concurrentClients: true } }

describe('retry', () => {
  it.each<[CancelOutcome, RetryOutcome, boolean, object, string[]]>([
    ['removed', 'accepted', false, retried, ['messages-requeued']],
    ['not-found', 'accepted', false, retried, ['messages-requeued']],
    ['indeterminate', 'accepted', false, retried, ['messages-requeued']],
    ['removed', 'accepted', true, retried, ['messages-requeued']],
    ['removed', 'refused', false, unavailable, ['messages-indeterminate']],
    ['in-flight', 'accepted', false, unavailable, []],
    ['timeout', 'accepted', false, unavailable, []],
    ['not-found', 'accepted', true, unavailable, []],
    ['indeterminate', 'accepted', true, unavailable, []],
  ])('when the CLI says %s, then %s (shared: %s)', async (cancel, answer, isShared, result, events) => {
    const { retry, link, eventNames, row } = unresolved(isShared ? shared : {})
    link.cancelOutcome = cancel
    link.retryOutcome = answer
    expect(await retry()).toEqual(result)
    expect(eventNames()).toEqual(events)
    expect(row('a')?.deliveryState).toBe(result === retried ? undefined : 'indeterminate')
  })

  it.each<[CancelOutcome, RetryOutcome]>([
    ['consumed', 'refused'],
    ['removed', 'consumed'],
  ])('finds that the agent has it (%s, %s)', async (cancel, answer) => {
    const { retry, link, eventNames, row } = unresolved()
    link.cancelOutcome = cancel
    link.retryOutcome = answer
    expect(await retry()).toEqual({ status: 'invoked', message: row('a') })
    expect(row('a')?.invokedAt).not.toBeNull()
    expect(eventNames()).toContain('messages-consumed')
  })

  it('claims the row while the CLI decides, and hands it over as queued, not steered', async () => {
    const { retry, link, table, session } = unresolved({ flavor: 'pi' })
    const states: (string | undefined)[] = []
    link.meanwhile = () => states.push(table.findByLocalId(session.pk, 'a')?.deliveryState)
    await retry()
    expect(states).toEqual(['indeterminate', 'dispatching'])
    expect(link.asked.at(-1)).toMatchObject({ retry: 'a', content: { meta: { deliveryMode: 'queue' } } })
  })

  it('takes up a prompt left in dispatch', async () => {
    const { retry, messages, session } = unresolved()
    messages.steerState(session.id, ['a'], 'dispatching')
    expect(await retry()).toEqual(retried)
  })

  it.each([0, 2])('asks nobody with %i CLIs attached', async (sockets) => {
    const { retry, link } = unresolved()
    link.sockets = sockets
    expect([await retry(), link.asked]).toEqual([unavailable, []])
  })

  it('asks nobody for a gated session', async () => {
    const { retry, link, messages } = unresolved()
    messages.setGate(() => true)
    expect([await retry(), link.asked]).toEqual([unavailable, []])
  })

  it('runs once at a time for a row, and again afterwards', async () => {
    const { retry, link } = unresolved()
    link.retryOutcome = 'refused'
    expect(await Promise.all([retry(), retry()])).toEqual([unavailable, unavailable])
    expect(link.asked).toHaveLength(2)
    link.retryOutcome = 'accepted'
    expect(await retry()).toEqual(retried)
  })

  it('of a queued row says so, of an unknown one too', async () => {
    const { retry, messages, session, sendQueued } = unresolved()
    sendQueued('queued')
    expect(await retry('queued')).toEqual({ status: 'already-queued', localId: 'queued' })
    expect(await retry('nothing')).toEqual({ status: 'not-found' })
    messages.markInvoked(session.id, ['a'])
    expect(await retry()).toMatchObject({ status: 'invoked', message: { localId: 'a' } })
  })

  it.each([
    ['taken', 'invoked'],
    ['cancelled', 'not-found'],
  ])('sees that the row was %s while the CLI was asked', async (what, status) => {
    const { retry, link, messages, session, table, db } = unresolved()
    link.meanwhile = () => {
      const row = table.findByLocalId(session.pk, 'a')
      if (what === 'taken') messages.markInvoked(session.id, ['a'])
      else if (row) db.write(() => table.deleteUninvoked(row))
    }
    expect(await retry()).toMatchObject({ status })
    expect(link.asked).toHaveLength(1)
  })
})
