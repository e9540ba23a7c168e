import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentFailed, AgentUnreachable } from '../errors.ts'
import { type Ack, LinkedAgents } from '../testing/linked-agents.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { heard } from '../testing/socket-host.ts'
import type { AgentLink } from './agent-link.ts'
import { CALLS_IN_FLIGHT_MAX, NAMES_PER_SOCKET_MAX } from './rpc.ts'

let agents: LinkedAgents
let link: AgentLink
let clock: ManualClock

beforeEach(async () => {
  agents = await LinkedAgents.start()
  link = agents.link
  clock = agents.clock
})
afterEach(() => agents.close())

/** A CLI whose only handler is `s:work`, answering with `answer`. */
async function worker(answer: (request: { method: string; params: string }, ack: Ack) => void) {
  const made = await agents.connect()
  made.client.on('rpc-request', answer)
  link.register(made.socket, 's:work')
  return made
}

describe('call', () => {
  it('sends the params as JSON text under the full name and parses the answer', async () => {
    const seen: unknown[] = []
    await worker((request, ack) => {
      seen.push(request)
      ack('{"success":true,"entries":[1]}')
    })
    expect(await link.call('s', 'work', { path: '' })).toEqual({ success: true, entries: [1] })
    expect(seen).toEqual([{ method: 's:work', params: '{"path":""}' }])
  })

  it.each([
    ['text that is no JSON', 'plain words', 'plain words'],
    ['something that is no text', { ok: true }, { ok: true }],
    ['null', null, null],
    ['the text null', 'null', null],
    ['a typed failure', '{"success":false,"error":"no"}', { success: false, error: 'no' }],
    ['an error that is no text', '{"error":{"a":1}}', { error: { a: 1 } }],
  ])('returns %s', async (_name, sent, result) => {
    await worker((_request, ack) => ack(sent))
    expect(await link.call('s', 'work', {})).toEqual(result)
  })

  it('returns nothing when the answer has no value', async () => {
    await worker((_request, ack) => ack())
    expect(await link.call('s', 'work', {})).toBeUndefined()
  })

  it('fails with the text of an answer that is only an error', async () => {
    await worker((_request, ack) => ack('{"error":"disk full"}'))
    await expect(link.call('s', 'work', {})).rejects.toEqual(new AgentFailed('disk full'))
  })

  it('counts a handler the CLI does not have as not offered', async () => {
    await worker((_request, ack) => ack('{"error":"Method not found"}'))
    await expect(link.call('s', 'work', {})).rejects.toEqual(
      new AgentUnreachable('The agent or machine does not offer this; it may be too old'),
    )
  })

  it('is unreachable without a registration: connected or not', async () => {
    await expect(link.call('s', 'work', {})).rejects.toEqual(
      new AgentUnreachable('The agent or its machine is not connected to the hub right now'),
    )
    await agents.connect()
    for (const scope of ['s', 'm']) {
      await expect(link.call(scope, 'work', {})).rejects.toEqual(
        new AgentUnreachable('The agent or machine does not offer this; it may be too old'),
      )
    }
  })

  it('fails after 30 seconds without an answer, and not before', async () => {
    const { client } = await worker(() => {})
    const asked = heard(client, 'rpc-request')
    let failure: unknown
    const call = link.call('s', 'work', {}).catch((error: unknown) => {
      failure = error
    })
    await asked
    clock.advance(29_999)
    await turn()
    expect(failure).toBeUndefined()
    clock.advance(1)
    await call
    expect(failure).toEqual(new AgentFailed('The agent did not answer in time'))
  })

  it('waits as long as the caller says', async () => {
    await worker(() => {})
    let failure: unknown
    const call = link.call('s', 'work', {}, { timeoutMs: 120_000 }).catch((error: unknown) => {
      failure = error
    })
    clock.advance(119_999)
    await turn()
    expect(failure).toBeUndefined()
    clock.advance(1)
    await call
    expect(failure).toBeInstanceOf(AgentFailed)
  })

  it('ignores an answer that comes after the timeout', async () => {
    const acks: Ack[] = []
    const { client } = await worker((_request, ack) => acks.push(ack))
    const asked = heard(client, 'rpc-request')
    const late = link.call('s', 'work', {})
    await asked
    clock.advance(30_000)
    await expect(late).rejects.toThrow('The agent did not answer in time')
    client.off('rpc-request').on('rpc-request', (_request: unknown, ack: Ack) => ack('"second"'))
    acks[0]?.('"late"')
    expect(await link.call('s', 'work', {})).toBe('second')
  })

  it('is unreachable at once when the socket goes during the call', async () => {
    const made = await worker(() => {})
    const call = link.call('s', 'work', {})
    const outcome = call.catch((error: unknown) => error)
    await agents.disconnect(made)
    expect(await outcome).toEqual(
      new AgentUnreachable('The connection was lost before the agent answered', { wasAsked: true }),
    )
  })

  it('refuses more calls than one socket may leave open, and takes calls again once one ended', async () => {
    const acks: Ack[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    await worker((_request, ack) => {
      acks.push(ack)
      if (acks.length === CALLS_IN_FLIGHT_MAX) resolve()
    })
    const calls = Array.from({ length: CALLS_IN_FLIGHT_MAX }, () => link.call('s', 'work', {}))
    await expect(link.call('s', 'work', {})).rejects.toEqual(
      new AgentFailed('The agent is busy: too many requests wait for it', { wasAsked: false }),
    )
    await promise
    for (const ack of acks.splice(0)) ack('1')
    await Promise.all(calls)
    const next = link.call('s', 'work', {})
    const settled = next.catch((error: Error) => error.message)
    clock.advance(30_000)
    expect(await settled).toBe('The agent did not answer in time')
  })
})

describe('the registry', () => {
  const answering = async (name: string) => {
    const made = await agents.connect()
    made.client.on('rpc-request', (_request: unknown, ack: Ack) => ack(JSON.stringify(name)))
    return made
  }

  it('lets the last registration win', async () => {
    const [first, second] = [await answering('first'), await answering('second')]
    link.register(first.socket, 's:work')
    link.register(second.socket, 's:work')
    expect(await link.call('s', 'work', {})).toBe('second')
  })

  it('keeps a name that another socket has taken over when its first owner goes', async () => {
    const [first, second] = [await answering('first'), await answering('second')]
    link.register(first.socket, 's:work')
    link.register(first.socket, 's:more')
    link.register(second.socket, 's:work')
    await agents.disconnect(first)
    expect([link.isRegistered('s', 'work'), link.isRegistered('s', 'more')]).toEqual([true, false])
    expect(await link.call('s', 'work', {})).toBe('second')
  })

  it('unregisters only for the owner', async () => {
    const [first, second] = [await answering('first'), await answering('second')]
    link.register(first.socket, 's:work')
    link.unregister(second.socket, 's:work')
    expect(link.isRegistered('s', 'work')).toBe(true)
    link.unregister(first.socket, 's:work')
    expect(link.isRegistered('s', 'work')).toBe(false)
  })

  it('holds a bounded number of names for one socket', async () => {
    const { socket } = await agents.connect()
    for (let index = 0; index <= NAMES_PER_SOCKET_MAX; index++) link.register(socket, `s:${index}`)
    const kept = [0, NAMES_PER_SOCKET_MAX - 1, NAMES_PER_SOCKET_MAX].map((index) =>
      link.isRegistered('s', String(index)),
    )
    expect(kept).toEqual([true, true, false])
  })
})
