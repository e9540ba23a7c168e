import { describe, expect, it } from 'vitest'
import { sseFrame } from './sse-frame.ts'

describe('sseFrame', () => {
  it('puts the data line first, then the id line, then a blank line', () => {
    expect(sseFrame('{"a":1}', 'e:1:t').toString()).toBe('data: {"a":1}\nid: e:1:t\n\n')
  })

  it('leaves the id line out for frames without one', () => {
    expect(sseFrame('{"a":"ü"}').toString()).toBe('data: {"a":"ü"}\n\n')
  })

  it.each([
    ['{\n}', undefined],
    ['{\r}', undefined],
    ['{}', 'a\nretry: 1'],
    ['{}', 'a\r'],
  ])('refuses a line break in a field (%j, %j)', (json, id) => {
    expect(() => sseFrame(json, id)).toThrow('line break')
  })
})
