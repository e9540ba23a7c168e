import { isObject, type JsonObject } from './envelope.ts'
import { type Fact, type FactMaker, itemFact, stringOf } from './fact.ts'

/** Events that steer the page rather than tell people something. */
const SILENT: ReadonlySet<string> = new Set(['ready', 'abort-restore'])

/** The short English text per event; people see a translation by `name` where there is one. */
const TEXTS: Readonly<Record<string, (data: JsonObject) => string>> = {
  switch: ({ mode }) => (mode === 'local' ? 'The terminal took over' : 'Control moved to remote'),
  message: ({ message }) => stringOf(message) ?? 'Message from the agent',
  'title-changed': ({ title }) => `Title changed to “${stringOf(title) ?? ''}”`,
  'limit-reached': () => 'Usage limit reached',
  'limit-warning': ({ utilization }) =>
    typeof utilization === 'number'
      ? `${Math.round(utilization * 100)} % of the usage limit used`
      : 'Usage limit is near',
  'api-error': ({ retryAttempt, maxRetries }) =>
    typeof retryAttempt === 'number' && typeof maxRetries === 'number'
      ? `The provider failed, try ${retryAttempt} of ${maxRetries}`
      : 'The provider failed',
  'turn-duration': ({ durationMs }) =>
    typeof durationMs === 'number' ? `Worked for ${seconds(durationMs)}` : 'Turn finished',
  microcompact: () => 'Older tool results were shortened',
  compact: () => 'The conversation was compacted',
  'compact-summary': ({ summary }) => stringOf(summary) ?? 'The conversation was compacted',
  recap: ({ content }) => stringOf(content) ?? 'Recap',
  'turn-summary': ({ summary }) => {
    const durationMs = isObject(summary) ? summary.durationMs : undefined
    return typeof durationMs === 'number' ? `Turn finished in ${seconds(durationMs)}` : 'Turn finished'
  },
  'thread-goal-updated': ({ goal }) =>
    isObject(goal) && stringOf(goal.objective) ? `Goal: ${goal.objective}` : 'Goal changed',
  'thread-goal-cleared': () => 'Goal cleared',
}

/** Family `event`: `{type, …}`; a type of a newer agent shows its name (reference not-shown A5). */
export function eventFacts(maker: FactMaker, data: unknown): Fact[] {
  const type = isObject(data) ? stringOf(data.type) : undefined
  if (!isObject(data) || type === undefined) return []
  const name = type.replaceAll('_', '-')
  if (SILENT.has(name)) return []
  if (name === 'error') return [itemFact(maker, { kind: 'error', text: stringOf(data.message) ?? 'Error' })]
  const text = TEXTS[name]?.(data) ?? name
  return [itemFact(maker, { kind: 'event', name, text, data })]
}

function seconds(durationMs: number): string {
  return durationMs < 60_000
    ? `${Math.max(1, Math.round(durationMs / 1000))} s`
    : `${Math.round(durationMs / 60_000)} min`
}
