import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { plainText } from './result-text.ts'
import { fieldOf, textField } from './tool-fields.ts'

/** A page an agent opened. */
export interface FetchCall {
  kind: 'fetch'
  address: string
  /** What it wanted to know from it. */
  question: string | undefined
  /** Markdown. */
  answer: string
}

/** A page that a search found. */
export interface FoundPage {
  title: string
  address: string
}

/** A search of the web. */
export interface WebSearchCall {
  kind: 'web-search'
  query: string
  /** Undefined while nothing came. */
  pages: readonly FoundPage[] | undefined
  /** What the search says itself, Markdown. */
  answer: string
}

/** Reads the call: with an address it opened a page, with a query it searched; else undefined. */
export function webCall(input: JsonObject, result: unknown): FetchCall | WebSearchCall | undefined {
  const { action } = input
  const fields = isObject(action) ? { ...input, ...action } : input
  const question = textField(fields, 'prompt', 'objective')
  const address = addressIn(fields, question)
  if (address !== undefined) {
    const answer = isObject(result) ? (textField(result, 'result') ?? plainText(result)) : plainText(result)
    return answer === undefined ? undefined : { kind: 'fetch', address, question, answer }
  }
  const query = queryOf(fields)
  if (query === undefined) return undefined
  if (result === undefined || result === null)
    return { kind: 'web-search', query, pages: undefined, answer: '' }
  const found = isObject(result) && Array.isArray(result.results) ? listed(result.results) : said(result)
  return found && { kind: 'web-search', query, ...found }
}

/** The address in the normal form of the web, where it is one that may be opened; undefined for any other. */
export function safeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

function addressIn(fields: JsonObject, question: string | undefined): string | undefined {
  const given = fieldOf(fields, 'url', 'uri', 'address', 'urls')
  const [first] = Array.isArray(given) ? given : [given]
  if (typeof first === 'string' && first !== '') return first
  const isSearch = queryOf(fields) !== undefined
  return isSearch ? undefined : /https?:\/\/[^\s"'<>)]+/.exec(question ?? '')?.[0]
}

function queryOf(fields: JsonObject): string | undefined {
  const several = fieldOf(fields, 'queries')
  if (Array.isArray(several) && typeof several[0] === 'string') return several.join(', ')
  return textField(fields, 'query', 'search_term', 'q', 'search_query')
}

type Found = Pick<WebSearchCall, 'answer'> & { pages: readonly FoundPage[] }

/** Lists of pages and what the search says, in turn. */
function listed(results: readonly unknown[]): Found {
  const pages: FoundPage[] = []
  const answers: string[] = []
  for (const result of results) {
    if (typeof result === 'string') answers.push(result)
    else if (isObject(result) && Array.isArray(result.content)) pages.push(...result.content.flatMap(pageOf))
    else pages.push(...pageOf(result))
  }
  return { pages, answer: answers.join('\n\n').trim() }
}

function pageOf(value: unknown): FoundPage[] {
  if (!isObject(value)) return []
  const address = textField(value, 'url', 'link', 'uri')
  return address === undefined ? [] : [{ title: textField(value, 'title', 'name') ?? address, address }]
}

const INTRODUCTION = /^Web search results for (?:the )?query: .*\n+/i
const LINKS = /^Links: (\[.*\])$/gm

/** `Links: [{…}]` and prose, or a list of pages as JSON, or nothing but prose. */
function said(result: unknown): Found | undefined {
  const list = Array.isArray(result) ? result.flatMap(pageOf) : []
  if (list.length > 0) return { pages: list, answer: '' }
  const text = plainText(result)
  if (text === undefined) return undefined
  const pages: FoundPage[] = []
  const answer = text.replace(INTRODUCTION, '').replace(LINKS, (whole, json: string) => {
    const found = parsedPages(json)
    pages.push(...found)
    return found.length > 0 || json === '[]' ? '' : whole
  })
  const whole = pages.length === 0 ? parsedPages(text.trim()) : []
  return whole.length > 0 ? { pages: whole, answer: '' } : { pages, answer: answer.trim() }
}

function parsedPages(json: string): FoundPage[] {
  if (!/^[[{]/.test(json)) return []
  try {
    const value: unknown = JSON.parse(json)
    const results = isObject(value) ? (value.results ?? value.pages) : value
    return Array.isArray(results) ? results.flatMap(pageOf) : []
  } catch {
    return []
  }
}
