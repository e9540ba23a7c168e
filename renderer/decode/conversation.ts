import type { MessageRow } from '../state/message-row.ts'
import type { AgentRunItem, ConversationItem, ToolItem } from './conversation-item.ts'
import { type Fact, type Parent, stringOf } from './fact.ts'
import { rowFacts } from './row-facts.ts'

/** Turns the rows of a conversation into what it shows, in order. */
export type ConversationDecoder = (rows: readonly MessageRow[]) => readonly ConversationItem[]

/** Tools that start a sub-agent. */
const TASK_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent'])

const DONE = /^(completed|done|success|succeeded)$/
const FAILED = /^(failed|error|cancelled|canceled|aborted|rejected)$/

/** An item in the making: the facts it consists of, and what happened under it. */
interface Node {
  readonly id: string
  readonly at: number
  readonly facts: Fact[]
  readonly children: Node[]
  /** Sub-agents of sub-agents report to the outermost card: grouping is one level deep. */
  readonly root: Node | undefined
}

interface Built {
  parts: readonly unknown[]
  item: ConversationItem
}

/** One decoder per open conversation: items keep their identity until their content changes. */
export function createConversationDecoder(): ConversationDecoder {
  let built = new Map<string, Built>()
  let before: readonly ConversationItem[] = []
  return (rows) => {
    const next = new Map<string, Built>()
    const items = assemble(rows).map((node) => build(node, built, next))
    built = next
    const isSame = items.length === before.length && items.every((item, index) => item === before[index])
    if (!isSame) before = items
    return before
  }
}

/** Ids of the items that hold what a row says, the outermost card of a sub-agent included. */
export function itemIdsOf(row: MessageRow): readonly string[] {
  return rowFacts(row).flatMap((fact) => [
    keyOf(fact) ?? fact.id,
    fact.id,
    ...(fact.parent && 'tool' in fact.parent ? [toolKey(fact.parent.tool)] : []),
  ])
}

/** Decodes once, without memory (reference not-shown A5). */
export function decodeConversation(rows: readonly MessageRow[]): readonly ConversationItem[] {
  return createConversationDecoder()(rows)
}

function assemble(rows: readonly MessageRow[]): Node[] {
  const top: Node[] = []
  const byKey = new Map<string, Node>()
  let latestTask: Node | undefined

  const create = (fact: Fact, id: string, container: Node | undefined): Node => {
    const root = container?.root ?? container
    const node: Node = { id, at: fact.at, facts: [], children: [], root }
    const siblings = root?.children ?? top
    siblings.push(node)
    return node
  }
  const require = (fact: Fact, key: string, container: Node | undefined): Node => {
    const node = byKey.get(key) ?? create(fact, key, container)
    byKey.set(key, node)
    return node
  }
  const containerOf = (fact: Fact, parent: Parent | undefined): Node | undefined => {
    if (!parent) return undefined
    if ('latestTask' in parent) return latestTask
    // The card itself may be on an older page; until it is loaded an empty one holds its children.
    return require(fact, 'tool' in parent ? toolKey(parent.tool) : runKey(parent.run), undefined)
  }

  for (const fact of rows.flatMap(rowFacts)) {
    const container = containerOf(fact, fact.parent)
    const key = keyOf(fact)
    if (key === undefined) create(fact, fact.id, container).facts.push(fact)
    else {
      const known = byKey.get(key)
      const replaced = known && fact.type === 'live-item' ? known.facts[0] : undefined
      if (replaced?.type === 'live-item' && !replaced.isLive)
        create(fact, fact.id, container).facts.push(fact)
      else if (replaced) known?.facts.splice(0, 1, fact)
      else require(fact, key, container).facts.push(fact)
    }
    if (fact.type === 'tool-open' && !fact.parent && TASK_TOOLS.has(fact.name ?? '')) {
      latestTask = byKey.get(toolKey(fact.callId))
    }
  }
  return top
}

function keyOf(fact: Fact): string | undefined {
  switch (fact.type) {
    case 'item':
      return undefined
    case 'live-item':
      return fact.key
    case 'run':
      return runKey(fact.cardId)
    default:
      return toolKey(fact.callId)
  }
}

function toolKey(callId: string): string {
  return `tool:${callId}`
}

function runKey(cardId: string): string {
  return `run:${cardId}`
}

/** Builds the item of a node, or takes the one built last time when it consists of the same parts. */
function build(node: Node, before: ReadonlyMap<string, Built>, next: Map<string, Built>): ConversationItem {
  const children = node.children.map((child) => build(child, before, next))
  const parts = [...node.facts, ...children]
  const known = before.get(node.id)
  const isSame =
    known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index])
  const item = known && isSame ? known.item : buildItem(node, children)
  next.set(node.id, { parts, item })
  return item
}

function buildItem(node: Node, children: readonly ConversationItem[]): ConversationItem {
  const [first] = node.facts
  if (first?.type === 'item') return first.item
  if (first?.type === 'live-item') return { ...first.item, id: node.id, at: node.at }
  return first?.type === 'run' || node.id.startsWith('run:')
    ? buildRun(node, children)
    : buildTool(node, children)
}

function buildTool(node: Node, children: readonly ConversationItem[]): ToolItem {
  const item: ToolItem = {
    kind: 'tool',
    id: node.id,
    at: node.at,
    callId: node.id.slice(toolKey('').length),
    name: 'tool',
    title: undefined,
    state: 'running',
    input: undefined,
    result: undefined,
    progress: undefined,
    children,
  }
  for (const fact of node.facts) {
    if (fact.type === 'tool-open') {
      item.name = fact.name ?? item.name
      item.title = fact.title ?? item.title
      item.input = fact.input ?? item.input
      item.progress = fact.progress ?? item.progress
      item.state = stateOf(fact.status) ?? item.state
    } else if (fact.type === 'tool-close') {
      item.result = fact.result
      item.state = fact.isError ? 'error' : 'done'
    }
  }
  return item
}

function buildRun(node: Node, children: readonly ConversationItem[]): AgentRunItem {
  const item: AgentRunItem = {
    kind: 'agent-run',
    id: node.id,
    at: node.at,
    agentId: '',
    state: 'running',
    statusText: undefined,
    summary: undefined,
    input: undefined,
    children,
  }
  for (const fact of node.facts) {
    if (fact.type !== 'run') continue
    const { data } = fact
    item.agentId = fact.agentId
    item.state = stateOf(stringOf(data.status)) ?? item.state
    item.statusText = stringOf(data.statusText) ?? stringOf(data.status_text) ?? item.statusText
    item.summary = stringOf(data.summary) ?? item.summary
    item.input = data.input ?? item.input
  }
  return item
}

function stateOf(status: string | undefined): ToolItem['state'] | undefined {
  if (status === undefined) return undefined
  if (DONE.test(status)) return 'done'
  return FAILED.test(status) ? 'error' : undefined
}
