import { expect, it } from 'vitest'
import { storageArea } from './browser-storage.ts'
import { memoryStorage } from './memory-storage.ts'

it('is the browser’s own storage where there is one', () => {
  const storage = memoryStorage()
  expect(storageArea(() => storage)).toEqual({ storage, isKept: true })
})

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

it.each<[string, () => Storage | null | undefined]>([
  ['throws when it is looked for', blocked],
  ['throws when it is used', () => ({ ...memoryStorage(), getItem: blocked })],
  ['is turned off', () => null],
  ['does not exist', () => undefined],
])('has a stand-in for a storage that %s', (_, open) => {
  const { storage, isKept } = storageArea(open)
  storage.setItem('a', '1')
  storage.setItem('b', '2')
  storage.removeItem('a')
  expect([isKept, storage.getItem('a'), storage.getItem('b'), storage.length, storage.key(0)]).toEqual([
    false,
    null,
    '2',
    1,
    'b',
  ])
})
