import { AttachmentMetadata } from '../../contract/message.ts'
import type { MessageRow } from '../state/message-row.ts'
import { agentTextFacts } from './agent-text.ts'
import { codexFacts } from './codex-family.ts'
import { isObject, readEnvelope } from './envelope.ts'
import { eventFacts } from './event-family.ts'
import { type Fact, type FactMaker, factMaker, itemFact, textOf } from './fact.ts'
import { outputFacts } from './output-family.ts'

/** What one row says. Rows are immutable, so that this is worked out once per row object. */
export function rowFacts(row: MessageRow): readonly Fact[] {
  const known = memo.get(row)
  if (known) return known
  const facts = decodeRow(row)
  memo.set(row, facts)
  return facts
}

const memo = new WeakMap<MessageRow, readonly Fact[]>()

function decodeRow(row: MessageRow): Fact[] {
  const maker = factMaker(row)
  const envelope = readEnvelope(row.content)
  if (!envelope) return agentTextFacts(maker, textOf(row.content ?? ''))
  if (envelope.role === 'user') return [userFact(maker, envelope.content)]
  const { content } = envelope
  if (envelope.role !== 'agent' || !isObject(content)) return agentTextFacts(maker, textOf(content ?? ''))
  switch (content.type) {
    case 'codex':
      return codexFacts(maker, content.data)
    case 'output':
      return outputFacts(maker, content.data)
    case 'event':
      return eventFacts(maker, content.data)
    case 'text':
      return agentTextFacts(maker, textOf(content.text ?? ''))
    default:
      return agentTextFacts(maker, textOf(content))
  }
}

/** A user row is never dropped, whatever it holds. */
function userFact(maker: FactMaker, content: unknown): Fact {
  const isText = isObject(content) && content.type === 'text' && typeof content.text === 'string'
  const text = isText ? (content.text as string) : textOf(content ?? '')
  const attachments = isText ? attachmentsIn(content) : []
  return itemFact(maker, { kind: 'user', text, attachments, row: maker.row })
}

/** The files that go with what a user wrote; what is no file is passed over. */
export function attachmentsIn(content: unknown): AttachmentMetadata[] {
  const given = isObject(content) && Array.isArray(content.attachments) ? content.attachments : []
  return given.flatMap((value) => {
    const parsed = AttachmentMetadata.safeParse(value)
    return parsed.success ? [parsed.data] : []
  })
}
