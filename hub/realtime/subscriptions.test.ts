import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { SseConnection } from './sse-connection.ts'
import { Subscriptions } from './subscriptions.ts'
import type { Filter } from './topics.ts'

const connection = (namespace: string) =>
  new SseConnection({
    namespace,
    visibility: 'hidden',
    encoding: 'identity',
    response: new ServerResponse(new IncomingMessage(new Socket())),
  })

const filters: Filter[] = [
  { all: true },
  { all: true, sessionId: 's' },
  { all: false, sessionId: 's' },
  { all: false, machineId: 'm' },
  { all: false, sessionId: 's', machineId: 'm' },
  { all: false },
]

const frames = Buffer.from('data: {}\n\n')

it('holds nothing once everybody has left, in whatever order', () => {
  const subscriptions = new Subscriptions()
  const members = ['a', 'b', 'a'].flatMap((namespace) =>
    filters.map((filter) => {
      const member = connection(namespace)
      subscriptions.join(member, filter, frames)
      return member
    }),
  )
  members.push(...members.splice(0, 7))
  const emptiness = members.map((member) => {
    subscriptions.leave(member)
    subscriptions.leave(member)
    return subscriptions.isEmpty
  })
  expect(emptiness).toEqual(members.map((_, n) => n === members.length - 1))
  expect(subscriptions.hearing({ namespace: 'a', sessionId: 's' })).toEqual([])
})

it('puts connections that hear the same into one set', () => {
  const subscriptions = new Subscriptions()
  for (const filter of [...filters, ...filters]) subscriptions.join(connection('a'), filter, frames)
  expect([...subscriptions.sets()].map((set) => set.connections.size)).toEqual([4, 2, 2, 2, 2])
})
