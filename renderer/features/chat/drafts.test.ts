import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../memory-storage.ts'
import { joinText, loadDraft, moveDraft, saveDraft } from './drafts.ts'

describe('drafts', () => {
  it('keeps one draft per session', () => {
    const storage = memoryStorage()
    saveDraft(storage, 'a', { text: 'for a' })
    saveDraft(storage, 'b', { text: 'for b' })
    expect(loadDraft(storage, 'a')).toEqual({ text: 'for a' })
    expect(loadDraft(storage, 'b')).toEqual({ text: 'for b' })
  })

  it('leaves nothing behind for an empty draft', () => {
    const storage = memoryStorage()
    saveDraft(storage, 'a', { text: 'x' })
    saveDraft(storage, 'a', { text: '' })
    expect(storage.length).toBe(0)
  })

  it('starts empty when what was stored cannot be read', () => {
    const storage = memoryStorage()
    storage.setItem('svc-hub:draft:a', '{broken')
    storage.setItem('svc-hub:draft:b', '{"text":1}')
    expect([loadDraft(storage, 'a'), loadDraft(storage, 'b')]).toEqual([{ text: '' }, { text: '' }])
  })

  it('keeps what is written before what comes back', () => {
    expect(joinText('half a thought', 'given back')).toBe('half a thought\ngiven back')
    expect(joinText(' \n', 'given back')).toBe('given back')
    expect(joinText('half a thought', '')).toBe('half a thought')
  })

  it('moves to the successor', () => {
    const storage = memoryStorage()
    saveDraft(storage, 'old', { text: 'half' })
    moveDraft(storage, 'old', 'new')
    expect([loadDraft(storage, 'old'), loadDraft(storage, 'new')]).toEqual([{ text: '' }, { text: 'half' }])
  })

  it('does not overwrite what the successor has', () => {
    const storage = memoryStorage()
    saveDraft(storage, 'old', { text: 'old words' })
    saveDraft(storage, 'new', { text: 'new words' })
    moveDraft(storage, 'old', 'new')
    expect([loadDraft(storage, 'old').text, loadDraft(storage, 'new').text]).toEqual([
      'old words',
      'new words',
    ])
  })
})
