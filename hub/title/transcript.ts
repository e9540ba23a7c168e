import {
  agentData,
  type Envelope,
  isObject,
  outputBlocks,
  plainText,
  readEnvelope,
} from '../messages/content.ts'

/**
 * What was said in these messages, the newest given first, as lines in the order it was said: the newest
 * words, `maxChars` characters of them at most; empty when nobody said anything.
 */
export function transcriptOf(newestFirst: readonly string[], maxChars: number): string {
  const lines: string[] = []
  let left = maxChars
  for (const contentJson of newestFirst) {
    const line = lineOf(readEnvelope(JSON.parse(contentJson)))
    if (line === undefined) continue
    const separator = lines.length === 0 ? 0 : 1
    // Where one message is longer than what is left, its beginning says best what it is about.
    const cut = wholeCharacters(line, left - separator)
    if (cut === '') break
    lines.unshift(cut)
    left -= cut.length + separator
  }
  return lines.join('\n')
}

/** The first `length` code units of the text without half a character at the end. */
export function wholeCharacters(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, Math.max(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length))
}

function lineOf(envelope: Envelope | undefined): string | undefined {
  if (envelope?.role !== 'user' && envelope?.role !== 'agent') return undefined
  const words = (envelope.role === 'user' ? plainText(envelope.content) : agentWords(envelope)).trim()
  return words === '' ? undefined : `${envelope.role === 'user' ? 'User' : 'Agent'}: ${words}`
}

/** Spoken words alone: no thoughts, no tools and what they gave. */
function agentWords(envelope: Envelope): string {
  const codex = agentData(envelope, 'codex')
  if (codex) return codex.type === 'message' && typeof codex.message === 'string' ? codex.message : ''
  const output = agentData(envelope, 'output')
  if (!output) return plainText(envelope.content)
  if (output.type === 'agy_message') return plainText(output.content)
  if (output.type !== 'assistant') return ''
  const content = isObject(output.message) ? output.message.content : undefined
  return typeof content === 'string' ? content : outputBlocks(output).map(plainText).join('\n')
}
