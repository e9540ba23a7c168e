import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeySeal, isSealed } from './key-seal.ts'
import { SettingError } from './settings.ts'

const newKey = () => randomBytes(32).toString('base64')

describe('the key seal', () => {
  const key = newKey()
  const seal = createKeySeal(key)

  it.each(['sk-1', 'ключ', 'x'.repeat(500)])('opens what it sealed, after a restart too: %s', (text) => {
    const sealed = seal.seal(text)
    expect([isSealed(sealed), sealed.includes(text)]).toEqual([true, false])
    expect(createKeySeal(key).open(sealed)).toBe(text)
  })

  it('leaves a text alone that was never sealed, so that hand-written keys go on working', () => {
    expect(seal.open('sk-by-hand')).toBe('sk-by-hand')
  })

  it('never makes the same sealed text twice', () => {
    expect(seal.seal('sk-1')).not.toBe(seal.seal('sk-1'))
  })

  it('does not open what another key sealed, what was changed, or what is cut off', () => {
    const sealed = seal.seal('sk-1')
    const changed = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.at(-1)
    const opened = [
      createKeySeal(newKey()).open(sealed),
      seal.open(changed),
      seal.open(sealed.slice(0, 30)),
      seal.open('sealed:v1:'),
    ]
    expect(opened).toEqual([undefined, undefined, undefined, undefined])
  })

  it('without a key seals nothing and opens nothing', () => {
    const none = createKeySeal(undefined)
    expect([none.isAvailable, none.seal('sk-1'), none.open('sk-1'), none.open(seal.seal('sk-1'))]).toEqual([
      false,
      'sk-1',
      'sk-1',
      undefined,
    ])
  })

  it('refuses a key of another size without repeating it', () => {
    expect(() => createKeySeal('c2hvcnQ=')).toThrow(SettingError)
    expect(() => createKeySeal('c2hvcnQ=')).not.toThrow(/c2hvcnQ/)
  })
})
