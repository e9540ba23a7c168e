import { expect, it } from 'vitest'
import { memoryStorage } from '../../memory-storage.ts'
import { computerNames, withUnnamed } from './computer-names.ts'

const machine = (id: string, host: string) =>
  ({ id, metadata: { host } }) as Parameters<typeof computerNames>[1][0]

it('knows a computer that was switched off by the name it had last', () => {
  const storage = memoryStorage()
  computerNames(storage, [machine('1', 'desk'), machine('2', 'attic')])
  computerNames(storage, [machine('2', 'cellar')])
  expect([...computerNames(storage, [])]).toEqual([
    ['1', 'desk'],
    ['2', 'cellar'],
  ])
})

it.each(['{', '7', '[1, ["a", 2]]'])('reads %s as nothing', (text) => {
  const storage = memoryStorage()
  storage.setItem('svc-hub:computer-names', text)
  expect(computerNames(storage, [])).toEqual(new Map())
})

it('calls the computers that nobody knows something, too', () => {
  const sessions = [
    { metadata: { machineId: 'a' } },
    { metadata: { machineId: 'b' } },
    { metadata: {} },
    { metadata: null },
  ]
  expect([...withUnnamed(new Map([['a', 'Laptop']]), sessions, 'Another')]).toEqual([
    ['b', 'Another'],
    ['a', 'Laptop'],
  ])
})
