import { expect, it } from 'vitest'
import { waitingRequests } from './requests.ts'

it('puts the oldest request first, then the smaller id', () => {
  const request = (createdAt?: number) => ({ tool: 'Bash', arguments: {}, createdAt })
  const requests = { c: request(), b: request(50), a: request(50), d: request(10) }
  const waiting = waitingRequests({ updatedAt: 20, agentState: { requests } })
  expect(waiting.map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b'])
})

it('finds nothing where nothing waits', () => {
  expect(waitingRequests({ updatedAt: 0, agentState: null })).toEqual([])
})
