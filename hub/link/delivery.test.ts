import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UpdateEnvelope } from '../../contract/cli-plane.ts'
import { type Ack, type LinkedAgent, LinkedAgents } from '../testing/linked-agents.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { heard } from '../testing/socket-host.ts'
import type { AgentLink } from './agent-link.ts'
import { machineRoom, sessionRoom } from './socket-server.ts'

let agents: LinkedAgents
let link: AgentLink
let clock: ManualClock

beforeEach(async () => {
  agents = await LinkedAgents.start()
  link = agents.link
  clock = agents.clock
})
afterEach(() => agents.close())

const envelope: UpdateEnvelope = {
  id: 'e1',
  seq: 7,
  createdAt: 1,
  body: {
    t: 'new-message',
    sid: 's',
    message: { id: 'e1', seq: 7, createdAt: 1, localId: 'l1', content: 'hi' },
  },
}

describe('deliver', () => {
  it('reaches every socket of the session except the sender', async () => {
    const [sender, other] = [await agents.connect(), await agents.connect()]
    const received: string[] = []
    sender.client.on('update', () => received.push('sender'))
    other.client.on('update', () => received.push('other'))
    link.deliver('s', envelope, sender.socket.id)
    link.deliver('s', { ...envelope, id: 'e2' })
    const flushed = heard(sender.client, 'flush')
    sender.socket.emit('flush')
    other.socket.emit('flush')
    await Promise.all([flushed, heard(other.client, 'flush')])
    expect(received.sort()).toEqual(['other', 'other', 'sender'])
  })

  it('hands over the envelope as it is', async () => {
    const { client } = await agents.connect()
    const update = heard(client, 'update')
    link.deliver('s', envelope)
    expect(await update).toEqual(envelope)
  })

  it('serialises once, however many listen, and not at all for nobody', async () => {
    let serialised = 0
    const counting = {
      ...envelope,
      toJSON() {
        serialised += 1
        return envelope
      },
    }
    const cost = (): number => {
      serialised = 0
      link.deliver('s', counting)
      return serialised
    }
    const forNobody = cost()
    await agents.connect()
    const forOne = cost()
    await agents.connect()
    await agents.connect()
    expect([forNobody, forOne > 0, cost()]).toEqual([0, true, forOne])
  })

  it('keeps machines and sessions of the same id apart', async () => {
    const { client, socket } = await agents.connect()
    const update = heard<UpdateEnvelope>(client, 'update')
    await socket.leave(sessionRoom('s'))
    await socket.join(machineRoom('s'))
    link.deliver('s', envelope)
    link.deliverMachine('s', { ...envelope, id: 'for the machine' })
    expect((await update).id).toBe('for the machine')
  })

  it('drops what cannot be encoded and sends what follows', async () => {
    const { client } = await agents.connect()
    const update = heard<UpdateEnvelope>(client, 'update')
    link.deliver('s', { ...envelope, seq: 1n as never })
    link.deliver('s', { ...envelope, id: 'next' })
    expect((await update).id).toBe('next')
  })

  it('counts the sockets of a session, and those beside one of them', async () => {
    const counts = (id: string) => [link.socketCount('s'), link.otherSocketCount('s', id)]
    expect(counts('nobody')).toEqual([0, 0])
    const first = await agents.connect()
    await agents.connect()
    expect(counts(first.socket.id)).toEqual([2, 1])
    expect(counts('nobody')).toEqual([2, 2])
    await agents.disconnect(first)
    expect(counts(first.socket.id)).toEqual([1, 1])
  })
})

describe('requestCancel', () => {
  /** A CLI that answers every update with `answer`; undefined: it stays silent. */
  async function answering(answer: unknown): Promise<LinkedAgent> {
    const made = await agents.connect()
    made.client.on('update', (_envelope: unknown, ack: Ack) => {
      if (answer !== undefined) ack(answer)
    })
    return made
  }

  const consumed = { removed: false, consumed: true }
  const indeterminate = { removed: false, indeterminate: true }
  const inFlight = { removed: false, inFlight: true }
  const removed = { removed: true }
  const unknown = { removed: false }

  it.each([
    [consumed, indeterminate, 'consumed'],
    [consumed, removed, 'consumed'],
    [indeterminate, inFlight, 'indeterminate'],
    [indeterminate, removed, 'indeterminate'],
    [inFlight, removed, 'in-flight'],
    [inFlight, undefined, 'in-flight'],
    [removed, undefined, 'removed'],
    [removed, unknown, 'removed'],
    [unknown, undefined, 'timeout'],
    [unknown, 'nonsense', 'timeout'],
    [unknown, { removed: 'yes' }, 'timeout'],
    [unknown, unknown, 'not-found'],
  ])('combines %j and %j to %s', async (one, two, outcome) => {
    const both = [await answering(one), await answering(two)]
    const asked = both.map(({ client }) => heard(client, 'update'))
    const answered = link.requestCancel('s', 'm1', 'l1')
    await Promise.all(asked)
    // The answers are on their way before this one, so the clock only ends the silent ones.
    await Promise.all(both.map(barrier))
    clock.advance(500)
    expect(await answered).toBe(outcome)
  })

  async function barrier({ client, socket }: LinkedAgent): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('barrier', () => resolve())
    client.emit('barrier')
    await promise
  }

  it('asks with the prompt under both of its names', async () => {
    const { client } = await answering(removed)
    const update = heard<UpdateEnvelope>(client, 'update')
    await link.requestCancel('s', 'm1', 'l1')
    expect(await update).toEqual({
      id: expect.any(String),
      seq: 0,
      createdAt: clock.now(),
      body: { t: 'cancel-queued-message', sid: 's', messageId: 'm1', localId: 'l1' },
    })
  })

  it('finds nothing when no CLI is there', async () => {
    expect(await link.requestCancel('s', 'm1', 'l1')).toBe('not-found')
  })

  it('does not wait for a CLI that goes', async () => {
    const made = await answering(undefined)
    const answered = link.requestCancel('s', 'm1', 'l1')
    await agents.disconnect(made)
    expect(await answered).toBe('timeout')
  })
})

describe('requestRetry', () => {
  const row = { id: 'm1', seq: 3, createdAt: 9, localId: 'l1', content: { role: 'user' } }

  it.each([
    [{ removed: false, accepted: true }, 'accepted'],
    [{ removed: false, accepted: false }, 'refused'],
    [{ removed: false, accepted: false, consumed: true }, 'consumed'],
    ['nonsense', 'refused'],
  ])('reads %j as %s', async (ack, outcome) => {
    const { client } = await agents.connect()
    client.on('update', (_envelope: unknown, answer: Ack) => answer(ack))
    expect(await link.requestRetry('s', row)).toBe(outcome)
  })

  it('sends the row as the message it was', async () => {
    const { client } = await agents.connect()
    const update = heard(client, 'update')
    const answered = link.requestRetry('s', row)
    expect(await update).toEqual({
      id: 'm1',
      seq: 3,
      createdAt: 9,
      body: { t: 'retry-queued-message', sid: 's', messageId: 'm1', localId: 'l1', message: row },
    })
    clock.advance(500)
    expect(await answered).toBe('refused')
  })

  it('is refused without a CLI, and for a row that never was a queued prompt', async () => {
    expect(await link.requestRetry('s', row)).toBe('refused')
    await agents.connect()
    expect(await link.requestRetry('s', { ...row, localId: null })).toBe('refused')
  })
})
