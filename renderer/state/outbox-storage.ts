import type { OutgoingMessage } from './message-row.ts'

/**
 * What is known of a message the hub has not confirmed. `waiting`: it was not given to the hub, or the hub is
 * known not to have it; `unsure`: it was given, and no answer came; `failed`: the person decides;
 * `withdrawn`: as `unsure`, but the person does not want it any more.
 */
export type UnsentState = 'waiting' | 'unsure' | 'failed' | 'withdrawn'

/** A message the hub has not confirmed. It keeps its `localId` for ever, so that the hub stores it once. */
export interface UnsentMessage {
  localId: string
  sessionId: string
  message: OutgoingMessage
  createdAt: number
  state: UnsentState
  /** How often it was given to the hub since a person last asked for it. */
  tries: number
}

/** Where unsent messages survive the page. */
export interface OutboxStorage {
  /** In the order they were written. */
  load(): UnsentMessage[]
  has(localId: string): boolean
  /** False when there is no room: the message then lives as long as the page. */
  save(entry: UnsentMessage): boolean
  remove(localId: string): void
}

const PREFIX = 'svc-hub:unsent:'
const STATES: readonly unknown[] = ['waiting', 'unsure', 'failed', 'withdrawn'] satisfies UnsentState[]

/**
 * Unsent messages in the browser's storage, which belongs to one hub as the page does; those of another
 * namespace are neither seen nor touched. Without a known namespace nothing is kept.
 */
export function browserOutbox(storage: Storage, namespace: () => string | undefined): OutboxStorage {
  const prefix = () => {
    const name = namespace()
    return name === undefined ? undefined : `${PREFIX}${encodeURIComponent(name)}:`
  }
  const keyOf = (localId: string) => {
    const start = prefix()
    return start && start + localId
  }
  return {
    load() {
      const start = prefix()
      if (start === undefined) return []
      return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter((key) => key.startsWith(start))
        .flatMap((key) => readEntry(storage.getItem(key)) ?? [])
        .sort((a, b) => a.createdAt - b.createdAt)
    },
    has(localId) {
      const key = keyOf(localId)
      return key !== undefined && storage.getItem(key) !== null
    },
    save(entry) {
      const key = keyOf(entry.localId)
      if (key === undefined) return false
      try {
        storage.setItem(key, JSON.stringify(entry))
        return true
      } catch {
        return false
      }
    },
    remove(localId) {
      const key = keyOf(localId)
      if (key !== undefined) storage.removeItem(key)
    },
  }
}

/** Unsent messages that end with the page. */
export function memoryOutbox(): OutboxStorage {
  const entries = new Map<string, UnsentMessage>()
  return {
    load: () => [...entries.values()].map((entry) => ({ ...entry })),
    has: (localId) => entries.has(localId),
    save: (entry) => entries.set(entry.localId, { ...entry }).size > 0,
    remove: (localId) => void entries.delete(localId),
  }
}

function readEntry(text: string | null): UnsentMessage | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isEntry(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is UnsentMessage {
  if (typeof value !== 'object' || value === null) return false
  const { localId, sessionId, message, createdAt, state, tries } = value as Partial<UnsentMessage>
  return (
    typeof localId === 'string' &&
    typeof sessionId === 'string' &&
    typeof message?.text === 'string' &&
    typeof createdAt === 'number' &&
    typeof tries === 'number' &&
    STATES.includes(state)
  )
}
