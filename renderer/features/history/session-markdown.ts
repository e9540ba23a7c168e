import { findFlavor } from '../../../contract/flavors.ts'
import type { SessionExport } from '../../../contract/history.ts'
import { decodeConversation } from '../../decode/conversation.ts'
import type { ConversationItem, EventItem, ToolItem } from '../../decode/conversation-item.ts'
import { describeTool } from '../tools/describe-tool.ts'
import { resultText } from '../tools/result-text.ts'

/** Results longer than this are cut: the document is for reading; the JSON file has everything. */
const RESULT_CHARS = 4000

/** The words of the document that are not the conversation's own. */
export interface MarkdownWords {
  title: string
  you: string
  thought: string
  /** Of an agent nobody knows the name of. */
  anyAgent: string
  notes: string
  formatTime: (at: number) => string
  event: (item: EventItem) => string
  error: string
}

/** A whole conversation as a Markdown document: what was said, and in short what was done. */
export function sessionMarkdown(
  { session, messages, scratchlist }: SessionExport,
  words: MarkdownWords,
): string {
  const { metadata } = session
  const agent = findFlavor(metadata?.flavor)?.label ?? words.anyAgent
  const facts = [agent, metadata?.path, metadata?.host].filter(Boolean).join(' · ')
  const head = [`# ${words.title}`, facts, words.formatTime(session.createdAt)]
  const body = decodeConversation(messages).flatMap((item) =>
    itemMarkdown(item, { words, agent, folder: metadata?.path }),
  )
  const notes = scratchlist.map(
    ({ text, attachments }) =>
      `- ${[text, ...attachments.map(({ filename }) => filename)].filter(Boolean).join(' · ').replaceAll('\n', '\n  ')}`,
  )
  const parts = [...head, ...body, ...(notes.length > 0 ? [`## ${words.notes}`, notes.join('\n')] : [])]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

interface Setting {
  words: MarkdownWords
  agent: string
  folder: string | undefined
}

function itemMarkdown(item: ConversationItem, setting: Setting): string[] {
  const { words, agent } = setting
  switch (item.kind) {
    case 'user': {
      const files = item.attachments.map(({ filename }) => `- ${filename}`).join('\n')
      return [`## ${words.you} · ${words.formatTime(item.at)}`, item.text, files]
    }
    case 'text':
      return [`**${agent}:**`, item.text]
    case 'reasoning':
      return [quoted(`${words.thought}: ${item.text}`)]
    case 'tool':
      return toolMarkdown(item, setting)
    case 'agent-run':
      return [
        item.summary ?? item.statusText ?? '',
        ...item.children.flatMap((child) => itemMarkdown(child, setting)),
      ]
    case 'review':
      return [item.explanation ?? '', fenced(JSON.stringify(item.findings, null, 2))]
    case 'image':
      return [`*${item.fileName ?? item.imageId}*`]
    case 'event':
      return [`*${words.event(item)}*`]
    case 'error':
      return [`*${item.text || words.error}*`]
    case 'raw':
      return [fenced(item.json)]
  }
}

function toolMarkdown({ name, input, title, result, children }: ToolItem, setting: Setting): string[] {
  const { detail } = describeTool(name, input, setting.folder)
  const text = result === undefined ? '' : resultText(result)
  return [
    `- **${name}** ${inline(title ?? detail)}`.trimEnd(),
    ...(text === '' ? [] : [fenced(text.length > RESULT_CHARS ? `${text.slice(0, RESULT_CHARS)}…` : text)]),
    ...children.flatMap((child) => itemMarkdown(child, setting)),
  ]
}

const quoted = (text: string) => text.replace(/^/gm, '> ')

/** On one line, whatever it holds. */
function inline(text: string): string {
  if (text === '') return ''
  const fence = fenceFor(text, 1)
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + padding + text.replaceAll('\n', ' ') + padding + fence
}

function fenced(text: string): string {
  const fence = fenceFor(text, 3)
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** More backticks than the text has in a row. */
function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(Math.max(least, longest + 1))
}
