import type { Machine } from '../../../contract/machine.ts'
import { machineName } from './machine-name.ts'

const KEY = 'svc-hub:computer-names'

/**
 * Names of the computers by id: those that are connected, and those this browser saw before, as the hub
 * names none that is switched off. Keeps them for the next time.
 */
export function computerNames(
  storage: Storage,
  machines: readonly Pick<Machine, 'id' | 'metadata'>[],
): ReadonlyMap<string, string> {
  const before = readNames(storage)
  const names = new Map([
    ...before,
    ...machines.map((machine) => [machine.id, machineName(machine)] as const),
  ])
  if (machines.some(({ id }) => names.get(id) !== before.get(id))) {
    storage.setItem(KEY, JSON.stringify([...names]))
  }
  return names
}

/** The names, and `unnamed` for each computer that sessions work on and nobody here knows. */
export function withUnnamed(
  names: ReadonlyMap<string, string>,
  sessions: readonly { metadata: { machineId?: string | undefined } | null }[],
  unnamed: string,
): ReadonlyMap<string, string> {
  const missing = sessions.flatMap(({ metadata }) => metadata?.machineId ?? []).filter((id) => !names.has(id))
  return missing.length === 0 ? names : new Map([...missing.map((id) => [id, unnamed] as const), ...names])
}

function readNames(storage: Storage): ReadonlyMap<string, string> {
  try {
    const pairs: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return new Map(Array.isArray(pairs) ? pairs.filter(isPair) : [])
  } catch {
    return new Map()
  }
}

const isPair = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')
