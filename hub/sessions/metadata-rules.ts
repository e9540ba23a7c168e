import { Metadata } from '../../contract/session.ts'
import type { MetadataKeys } from '../store/sessions.ts'

type Stored = Record<string, unknown>

/** Keys only the hub writes; whatever a CLI sends for them is discarded. */
const HUB_OWNED_KEYS = ['supersededBySessionId', 'opencodeClearOperation'] as const

/** Keys that survive when a CLI leaves them out; an explicit null deletes them. */
const CARRIED_KEYS = [
  'path',
  'host',
  'flavor',
  'machineId',
  'claudeSessionId',
  'codexSessionId',
  'geminiSessionId',
  'opencodeSessionId',
  'grokSessionId',
  'cursorSessionId',
  'kimiSessionId',
  'copilotSessionId',
  'piSessionId',
] as const

/** The agents' own conversation ids, in the order in which the first one present counts. */
const NATIVE_ID_KEYS = [
  'codexSessionId',
  'claudeSessionId',
  'geminiSessionId',
  'opencodeSessionId',
  'grokSessionId',
  'cursorSessionId',
  'piSessionId',
  'agySessionId',
  'copilotSessionId',
] as const

/**
 * What is stored when a CLI replaces metadata: its own value, with the carried keys it left out and the
 * keys it does not own taken from what was stored (CLI-plane reference 5.2).
 */
export function mergeCliMetadata(stored: unknown, incoming: unknown): unknown {
  const before = asObject(stored) ?? {}
  const sent = asObject(incoming)
  const merged: Stored = { ...sent }
  if (sent) carryForward(before, merged)
  for (const key of HUB_OWNED_KEYS) {
    if (before[key] === undefined) delete merged[key]
    else merged[key] = before[key]
  }
  return sent || Object.keys(merged).length > 0 ? merged : (incoming ?? null)
}

/** A new session's metadata: as sent, without the keys only the hub writes. */
export function newCliMetadata(incoming: unknown): unknown {
  return mergeCliMetadata(null, incoming)
}

/** The parts of the metadata that are stored a second time so that sessions can be found by them. */
export function metadataKeys(metadata: unknown): MetadataKeys {
  const values = asObject(metadata) ?? {}
  const supersededBy = text(values.supersededBySessionId)
  const nativeIdKey = NATIVE_ID_KEYS.find((key) => text(values[key]) !== null)
  if (!nativeIdKey) return { supersededBy, nativeKey: null }
  const nativeKey = `${nativeIdKey}=${text(values[nativeIdKey])}`
  // Pi numbers its conversations per machine.
  const scope = nativeIdKey === 'piSessionId' ? `@${text(values.machineId) ?? ''}` : ''
  return { supersededBy, nativeKey: nativeKey + scope }
}

/** The metadata as clients may see it: null when it does not fit the contract. */
export function readMetadata(value: unknown): Metadata | null {
  const parsed = Metadata.nullable().safeParse(value ?? null)
  return parsed.success ? parsed.data : null
}

function carryForward(before: Stored, merged: Stored): void {
  const leavesCursorOut = merged.cursorSessionId === undefined && merged.cursorSessionProtocol === undefined
  for (const key of CARRIED_KEYS) {
    if (merged[key] === null) delete merged[key]
    else if (merged[key] === undefined && before[key] !== undefined) merged[key] = before[key]
  }
  if (leavesCursorOut && before.cursorSessionProtocol !== undefined) {
    merged.cursorSessionProtocol = before.cursorSessionProtocol
  }
}

function asObject(value: unknown): Stored | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : undefined
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
