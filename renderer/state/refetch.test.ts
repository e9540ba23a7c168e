import { beforeEach, expect, it } from 'vitest'
import { ClientError } from '../client/client-error.ts'
import { nextTurn } from '../testing/factories.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { Refetch } from './refetch.ts'

let clock: ManualClock
let runs: { resolve: () => void; reject: (error: Error) => void }[]
let errors: number[]
let refetch: Refetch

beforeEach(() => {
  clock = new ManualClock()
  runs = []
  errors = []
  refetch = new Refetch({
    run: () => new Promise((resolve, reject) => runs.push({ resolve, reject })),
    onError: (error) => errors.push(error.status),
    clock,
    random: () => 0,
  })
})

it('runs once at a time, with one trailing run for all that asked meanwhile', async () => {
  void refetch.request()
  void refetch.request()
  const last = refetch.request()
  const during = runs.length
  runs[0]?.resolve()
  await nextTurn()
  runs[1]?.resolve()
  await last
  expect([during, runs.length]).toEqual([1, 2])
})

it('repeats a transient failure with growing delays', async () => {
  void refetch.request()
  for (const delay of [1000, 2000]) {
    runs.at(-1)?.reject(new ClientError(503, undefined))
    await nextTurn()
    const before = runs.length
    clock.advance(delay - 1)
    expect(runs.length).toBe(before)
    clock.advance(1)
    expect(runs.length).toBe(before + 1)
  }
  expect(errors).toEqual([503, 503])
})

it('does not repeat a refusal', async () => {
  void refetch.request()
  runs[0]?.reject(new ClientError(404, undefined))
  await nextTurn()
  clock.advance(600_000)
  expect([runs.length, errors]).toEqual([1, [404]])
})

it('tries a failed read again at once when told that the hub is back', async () => {
  void refetch.request()
  runs[0]?.reject(new ClientError(0, undefined))
  await nextTurn()
  refetch.retryFailed()
  runs[1]?.resolve()
  await nextTurn()
  refetch.retryFailed()
  expect(runs.length).toBe(2)
})

it('plans nothing after stop, and works when asked again', async () => {
  void refetch.request()
  refetch.stop()
  runs[0]?.reject(new ClientError(0, undefined))
  await nextTurn()
  clock.advance(600_000)
  const stopped = runs.length
  void refetch.request()
  expect([stopped, runs.length]).toEqual([1, 2])
})
