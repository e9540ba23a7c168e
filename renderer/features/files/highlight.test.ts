import { describe, expect, it } from 'vitest'
import { type ColouredNode, highlight } from './highlight.ts'

const textOf = (node: ColouredNode): string => node.value ?? (node.children ?? []).map(textOf).join('')

describe('highlight', () => {
  it('colours a language it knows and keeps every character', () => {
    const nodes = highlight('const a = "<b>"\n', 'typescript')
    expect(nodes.map(textOf).join('')).toBe('const a = "<b>"\n')
    expect(nodes[0]?.properties?.className).toEqual(['hljs-keyword'])
  })

  it('leaves a language it does not know plain', () => {
    expect(highlight('x', 'klingon')).toEqual([{ type: 'text', value: 'x' }])
  })
})
