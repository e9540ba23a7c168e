import { expect, it } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

/** Work that runs until it is told to end. */
function start(budget: ByteBudget, bytes: number, log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const done = budget.hold(bytes, () => {
    log.push(name)
    return promise
  })
  return { done, end: resolve, fail: reject }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('lets in as much as there is room for, and the next in order of arrival', async () => {
  const log: string[] = []
  const budget = new ByteBudget(10)
  const a = start(budget, 6, log, 'a')
  const b = start(budget, 4, log, 'b')
  const c = start(budget, 5, log, 'c')
  const d = start(budget, 1, log, 'd')
  await turn()
  expect(log).toEqual(['a', 'b'])
  b.end()
  await b.done
  await turn()
  expect(log).toEqual(['a', 'b'])
  a.end()
  await a.done
  await turn()
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  c.end()
  d.end()
  await Promise.all([c.done, d.done])
})

it('gives the room back when the work fails', async () => {
  const log: string[] = []
  const budget = new ByteBudget(10)
  const a = start(budget, 10, log, 'a')
  const b = start(budget, 10, log, 'b')
  a.fail(new Error('broken'))
  await expect(a.done).rejects.toThrow('broken')
  await turn()
  expect(log).toEqual(['a', 'b'])
  b.end()
  await b.done
})

it('lets in more than all alone', async () => {
  await expect(new ByteBudget(10).hold(11, async () => 'done')).resolves.toBe('done')
})
