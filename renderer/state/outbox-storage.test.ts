import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../memory-storage.ts'
import { browserOutbox, type UnsentMessage } from './outbox-storage.ts'

const entry = (changes: Partial<UnsentMessage> = {}): UnsentMessage => ({
  localId: 'l1',
  sessionId: 's1',
  message: { text: 'hi' },
  createdAt: 1,
  state: 'waiting',
  tries: 0,
  ...changes,
})

describe('unsent messages in the browser', () => {
  it('come back in the order they were written', () => {
    const storage = memoryStorage()
    const outbox = browserOutbox(storage, () => 'default')
    const later = entry({ localId: 'a', createdAt: 2 })
    const stored = [outbox.save(later), outbox.save(entry())]
    expect([stored, browserOutbox(storage, () => 'default').load()]).toEqual([
      [true, true],
      [entry(), later],
    ])
  })

  it('belong to one namespace', () => {
    const storage = memoryStorage()
    browserOutbox(storage, () => 'default').save(entry())
    const other = browserOutbox(storage, () => 'team')
    other.remove('l1')
    expect([other.load(), other.has('l1'), storage.length]).toEqual([[], false, 1])
  })

  it('are not kept for nobody', () => {
    const storage = memoryStorage()
    const outbox = browserOutbox(storage, () => undefined)
    expect([outbox.save(entry()), outbox.load(), outbox.has('l1'), storage.length]).toEqual([
      false,
      [],
      false,
      0,
    ])
  })

  it('are passed over when they cannot be read', () => {
    const storage = memoryStorage()
    storage.setItem('svc-hub:unsent:default:a', '{broken')
    storage.setItem('svc-hub:unsent:default:b', JSON.stringify({ ...entry(), state: 'new' }))
    storage.setItem('svc-hub:unsent:default:c', JSON.stringify({ ...entry(), message: {} }))
    expect(browserOutbox(storage, () => 'default').load()).toEqual([])
  })

  it('say so when there is no room for them', () => {
    const full = memoryStorage()
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(browserOutbox(full, () => 'default').save(entry())).toBe(false)
  })
})
