/** Every event a CLI or runner may send, and some names that are only meant to hurt. */
export const AGENT_EVENTS = [
  'message',
  'update-metadata',
  'update-state',
  'session-alive',
  'session-ready',
  'session-end',
  'messages-consumed',
  'messages-indeterminate',
  'messages-steer-state',
  'native-queue-message',
  'machine-alive',
  'machine-update-metadata',
  'machine-update-state',
  'machine-agy-models-changed',
  'rpc-register',
  'rpc-unregister',
  'ping',
  'error',
  'constructor',
  '__proto__',
]
/** Deterministic numbers in [0, 1), so that a failing round can be run again. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const KEYS = [
  'sid',
  'machineId',
  'time',
  'message',
  'localIds',
  'localId',
  'metadata',
  'agentState',
  'runnerState',
  'expectedVersion',
  'createdAt',
  'thinking',
  'model',
  'effort',
  'health',
  'text',
  'state',
  'reason',
]

function deep(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value }
  return value
}

/**
 * What a broken or hostile client may send. Records keep the fields of `known`, such as the id of a
 * session that exists; without it none of them names a row.
 */
export function garbage(random: () => number, known: Record<string, unknown> = {}): unknown {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const leaf = () =>
    pick<() => unknown>([
      () => null,
      () => undefined,
      () => true,
      () => -0,
      () => 1e308,
      () => Number.MAX_SAFE_INTEGER + 2,
      () => '',
      () => 'a'.repeat(Math.floor(random() * 5000)),
      () => '\u0000\ud800\u202e',
      () => [],
      () => ({}),
      () => Buffer.from('bytes'),
      () => JSON.parse('{"__proto__":{"sid":"s1"},"constructor":1,"toString":null}'),
      () => deep(200),
    ])()
  const record = () => ({
    ...Object.fromEntries(KEYS.filter(() => random() < 0.6).map((key) => [key, leaf()])),
    ...known,
  })
  return pick<() => unknown>([leaf, record, record, () => [record(), leaf()], () => [[[leaf()]]]])()
}
