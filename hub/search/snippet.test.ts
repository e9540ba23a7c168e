import { describe, expect, it } from 'vitest'
import { searchTerms } from './search-terms.ts'
import { snippetOf } from './snippet.ts'

const FILLER = 'nothing to see in this part of the text at all '

/** The snippet with its matches in brackets. */
function marked(text: string, query: string): string {
  const snippet = snippetOf(text, searchTerms(query))
  return snippet.matches
    .toReversed()
    .reduce(
      (line, { start, end }) => `${line.slice(0, start)}[${line.slice(start, end)}]${line.slice(end)}`,
      snippet.text,
    )
}

describe('a snippet', () => {
  it.each([
    ['Fix the build', 'build', 'Fix the [build]'],
    ['Fix the builders', 'build', 'Fix the [builders]'],
    ['several\n\n  lines', 'lines', 'several [lines]'],
    ['Café au lait', 'cafe', '[Café] au lait'],
    ['see hub/store.ts, line 3', 'hub/store', 'see [hub/store].ts, line 3'],
    ['请修复这个错误', '错误', '请修复这个[错误]'],
    ['错误修复', '修复错误', '错误修复'],
    ['one two one', 'one', '[one] two [one]'],
    ['a b', 'a b', '[a] [b]'],
    ['<b>bold</b> & "quoted"', 'bold', '<b>[bold]</b> & "quoted"'],
  ])('of %j for %s marks what was looked for', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  it('begins shortly before the match and ends between words', () => {
    const text = `${FILLER.repeat(20)}the needle is here ${FILLER.repeat(20)}`
    expect(marked(text, 'needle')).toMatch(/^…\w.{20,60}the \[needle\] is here nothing .* \w+…$/)
    expect(snippetOf(text, searchTerms('needle')).text.length).toBeLessThan(190)
  })

  it('shows the place where most of the words are', () => {
    const text = `red ${FILLER.repeat(20)} blue and red ${FILLER.repeat(20)}`
    expect(marked(text, 'red blue')).toContain('[blue] and [red]')
  })

  it('never cuts a character in half', () => {
    const { text } = snippetOf(`needle ${'😀'.repeat(300)}`, searchTerms('needle'))
    expect(text.isWellFormed()).toBe(true)
  })

  it('is the beginning where the index sees a match that this does not', () => {
    const snippet = snippetOf(FILLER.repeat(10), searchTerms('absent'))
    expect([snippet.matches, snippet.text.startsWith('nothing to see')]).toEqual([[], true])
  })

  it('of a text full of matches is found at once', () => {
    const started = process.cpuUsage()
    snippetOf('a '.repeat(8000), searchTerms('a b c d e f g h i j k l m n o p'))
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
  })
})
