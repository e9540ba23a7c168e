import { expect, it } from 'vitest'
import { browserCredentials } from './credentials.ts'

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  }
}

it('finds a token under any spelling of the same hub, and under no other hub', () => {
  const storage = memoryStorage()
  browserCredentials('http://Hub:80/path', storage).save('secret')
  expect([
    browserCredentials('http://hub', storage).load(),
    browserCredentials('http://hub:3006', storage).load(),
  ]).toEqual(['secret', undefined])
})

it('forgets the token of one hub only', () => {
  const storage = memoryStorage()
  browserCredentials('http://a', storage).save('one')
  browserCredentials('http://b', storage).save('two')
  browserCredentials('http://a', storage).clear()
  expect([
    browserCredentials('http://a', storage).load(),
    browserCredentials('http://b', storage).load(),
  ]).toEqual([undefined, 'two'])
})

it('refuses what is no hub address', () => {
  expect(() => browserCredentials('nonsense://x', memoryStorage())).toThrow(TypeError)
})
