import { isObject } from './envelope.ts'
import { type Fact, type FactMaker, itemFact, stringOf } from './fact.ts'

/** Events that steer the page rather than tell people something. */
const SILENT: ReadonlySet<string> = new Set(['ready', 'abort-restore'])

/** Family `event`: `{type, …}`; people read a sentence by its name (reference not-shown A5). */
export function eventFacts(maker: FactMaker, data: unknown): Fact[] {
  const type = isObject(data) ? stringOf(data.type) : undefined
  if (!isObject(data) || type === undefined) return []
  const name = type.replaceAll('_', '-')
  if (SILENT.has(name)) return []
  if (name === 'error') return [itemFact(maker, { kind: 'error', text: stringOf(data.message) ?? '' })]
  return [itemFact(maker, { kind: 'event', name, data })]
}
