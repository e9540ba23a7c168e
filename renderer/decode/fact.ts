import type { MessageRow } from '../state/message-row.ts'
import type { ConversationItem } from './conversation-item.ts'
import type { JsonObject } from './envelope.ts'

/** Where a fact belongs when it is not said by the main agent itself. */
export type Parent = { tool: string } | { run: string } | { latestTask: true }

interface FactBase {
  /** Unique within the conversation. */
  id: string
  at: number
  parent?: Parent
}

/**
 * What one row says. An item of the conversation is made of one or more facts: a tool card of its call and its
 * result, a reasoning text of its live versions.
 */
export type Fact = FactBase &
  (
    | { type: 'item'; item: ConversationItem }
    /** While live, a later one of the same key takes its place. */
    | { type: 'live-item'; key: string; isLive: boolean; item: ConversationItem }
    | {
        type: 'tool-open'
        callId: string
        name: string | undefined
        title: string | undefined
        input: unknown
        progress: unknown
        status: string | undefined
      }
    | { type: 'tool-close'; callId: string; result: unknown; isError: boolean }
    | { type: 'run'; cardId: string; agentId: string; data: JsonObject }
  )

/** Gives the facts of one row their ids and time. */
export interface FactMaker {
  readonly row: MessageRow
  readonly at: number
  nextId(): string
}

/** A maker for the facts of `row`; a message keeps its ids when the hub confirms it. */
export function factMaker(row: MessageRow): FactMaker {
  const rowId = row.localId ?? row.id
  let count = 0
  return {
    row,
    at: row.invokedAt ?? row.createdAt,
    nextId: () => {
      count += 1
      return count === 1 ? rowId : `${rowId}:${count}`
    },
  }
}

type Loose<Item> = Item extends ConversationItem ? Omit<Item, 'id' | 'at'> : never

/** A finished item of its own. */
export function itemFact(maker: FactMaker, item: Loose<ConversationItem>): Fact {
  const id = maker.nextId()
  return { type: 'item', id, at: maker.at, item: { ...item, id, at: maker.at } as ConversationItem }
}

/** The result half of a tool card, or both halves when `open` is given. */
export function toolPair(
  maker: FactMaker,
  callId: string,
  open: { name: string; input: unknown },
  close: { result: unknown; isError: boolean },
): Fact[] {
  const base = { at: maker.at, callId }
  const rest = { title: undefined, progress: undefined, status: undefined }
  return [
    { type: 'tool-open', id: maker.nextId(), ...base, ...open, ...rest },
    { type: 'tool-close', id: maker.nextId(), ...base, ...close },
  ]
}

/** A value no rule knows. */
export function rawFact(maker: FactMaker, value: unknown): Fact {
  return itemFact(maker, { kind: 'raw', json: JSON.stringify(value, undefined, 2) ?? 'undefined' })
}

/** A string as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '')
}

/** The value when it is a non-empty string. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A field in either naming style: `callId` or `call_id`. */
export function field(data: JsonObject, name: string): unknown {
  return data[name] ?? data[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
}
