import { isObject } from './envelope.ts'
import { eventFacts } from './event-family.ts'
import { type Fact, type FactMaker, itemFact } from './fact.ts'

const LIMIT_TEXT = /^Claude AI usage limit (reached|warning)\|(\d+)(?:\|([^|]*))?(?:\|([^|]*))?$/

/** Agent text: a usage-limit line becomes an event, anything else markdown; blank text shows nothing. */
export function agentTextFacts(maker: FactMaker, text: string): Fact[] {
  if (text.trim() === '') return []
  const limit = LIMIT_TEXT.exec(text.trim())
  if (!limit) return [itemFact(maker, { kind: 'text', text })]
  const [, kind, seconds, third, fourth] = limit
  const endsAt = Number(seconds)
  return eventFacts(
    maker,
    kind === 'reached'
      ? { type: 'limit-reached', endsAt, limitType: third }
      : { type: 'limit-warning', endsAt, utilization: Number(third) / 100, limitType: fourth },
  )
}

/** A review is one bare JSON object with one of three known keys; undefined for prose. */
export function reviewFact(maker: FactMaker, text: string): Fact | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined
  let value: unknown
  try {
    value = JSON.parse(trimmed)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const { findings, overall_correctness: correctness, overall_explanation: explanation } = value
  if (findings === undefined && correctness === undefined && explanation === undefined) return undefined
  return itemFact(maker, {
    kind: 'review',
    findings: Array.isArray(findings) ? findings : [],
    correctness: typeof correctness === 'string' ? correctness : undefined,
    explanation: typeof explanation === 'string' ? explanation : undefined,
  })
}
