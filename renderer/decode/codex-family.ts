import { agentTextFacts, reviewFact } from './agent-text.ts'
import { isObject, type JsonObject } from './envelope.ts'
import { eventFacts } from './event-family.ts'
import { type Fact, type FactMaker, field, itemFact, stringOf, textOf, toolPair } from './fact.ts'

/** Family `codex`: one payload, in either naming style; unknown types are dropped (reference not-shown A5). */
export function codexFacts(maker: FactMaker, data: unknown): Fact[] {
  if (!isObject(data) || typeof data.type !== 'string') return []
  return DECODERS[data.type.replaceAll('_', '-')]?.(maker, data) ?? []
}

type Decoder = (maker: FactMaker, data: JsonObject) => Fact[]

const DECODERS: Readonly<Record<string, Decoder>> = {
  message(maker, data) {
    const text = textOf(data.message ?? '')
    const isLive = field(data, 'streamSnapshot') === true
    const review = isLive ? undefined : reviewFact(maker, text)
    const facts = review ? [review] : agentTextFacts(maker, text)
    return facts.map((fact) => replaceable(fact, `message:${stringOf(data.id) ?? maker.row.id}`, isLive))
  },
  reasoning(maker, data) {
    const text = textOf(data.message ?? '')
    if (text.trim() === '') return []
    const isLive = data.live === true
    const fact = itemFact(maker, { kind: 'reasoning', text, live: isLive })
    return [replaceable(fact, `reasoning:${stringOf(data.id) ?? maker.row.id}`, isLive)]
  },
  'tool-call'(maker, data) {
    const id = maker.nextId()
    return [
      {
        type: 'tool-open',
        id,
        at: maker.at,
        callId: stringOf(field(data, 'callId')) ?? stringOf(data.id) ?? id,
        name: stringOf(data.name) ?? stringOf(field(data, 'nativeKind')) ?? stringOf(data.kind),
        title: stringOf(field(data, 'nativeTitle')) ?? stringOf(data.title) ?? stringOf(data.description),
        input: data.input,
        progress: data.progress,
        status: stringOf(data.status),
      },
    ]
  },
  'tool-call-result'(maker, data) {
    const id = maker.nextId()
    const callId = stringOf(field(data, 'callId')) ?? stringOf(data.id) ?? id
    const isError = field(data, 'isError') === true
    return [{ type: 'tool-close', id, at: maker.at, callId, result: data.output ?? null, isError }]
  },
  'generated-image'(maker, data) {
    const imageId = stringOf(field(data, 'imageId'))
    if (!imageId) return []
    const fileName = stringOf(field(data, 'fileName'))
    const mimeType = stringOf(field(data, 'mimeType'))
    return [itemFact(maker, { kind: 'image', imageId, fileName, mimeType })]
  },
  'context-compacted': (maker, data) => eventFacts(maker, { ...data, type: 'compact' }),
  'compact-summary': eventFacts,
  'thread-goal-updated': eventFacts,
  'thread-goal-cleared': eventFacts,
  plan: (maker, data) => planFacts(maker, 'cursor-plan-state', data.entries ?? data.items ?? data.steps),
  'plan-update': (maker, data) =>
    planFacts(maker, 'codex-plan-state', data.plan ?? data.update ?? data.items ?? data.steps),
  'agent-run-start': runFacts,
  'agent-run-update': runFacts,
  'agent-run-trace': runFacts,
  error: (maker, data) => [itemFact(maker, { kind: 'error', text: textOf(data.message ?? '') })],
}

function planFacts(maker: FactMaker, callId: string, plan: unknown): Fact[] {
  return toolPair(maker, callId, { name: 'update_plan', input: { plan } }, { result: null, isError: false })
}

function runFacts(maker: FactMaker, data: JsonObject): Fact[] {
  const agentId = stringOf(field(data, 'agentId'))
  if (!agentId) return []
  const cardId = stringOf(field(data, 'cardId')) ?? `codex-agent:${agentId}`
  const run: Fact = { type: 'run', id: maker.nextId(), at: maker.at, cardId, agentId, data }
  const nested = isObject(data.message) ? codexFacts(maker, data.message) : []
  return [run, ...nested.map((fact): Fact => ({ parent: { run: cardId }, ...fact }))]
}

function replaceable(fact: Fact, key: string, isLive: boolean): Fact {
  return fact.type === 'item' ? { ...fact, type: 'live-item', key, isLive } : fact
}
