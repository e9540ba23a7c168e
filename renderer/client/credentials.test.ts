import { expect, it } from 'vitest'
import { memoryStorage } from '../memory-storage.ts'
import { browserCredentials } from './credentials.ts'

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

it('knows the namespace of its token until that is forgotten', () => {
  const storage = memoryStorage()
  const credentials = browserCredentials('http://a', storage)
  credentials.saveNamespace('team')
  const known = browserCredentials('http://a', storage).loadNamespace()
  credentials.clear()
  expect([known, credentials.loadNamespace(), storage.length]).toEqual(['team', undefined, 0])
})

it('refuses what is no hub address', () => {
  expect(() => browserCredentials('nonsense://x', memoryStorage())).toThrow(TypeError)
})
