import { isObject, type JsonObject } from '../../decode/envelope.ts'

/** Deeper than this no agent wraps what it says. */
const DEPTH_MAX = 6

/** The readable part of a tool's result: its text, its output, else the whole as JSON. */
export function resultText(result: unknown): string {
  return plainText(result) ?? JSON.stringify(result, null, 2)
}

/** The text of a result, out of whatever its agent wraps it in; undefined where there is more to it than text. */
export function plainText(result: unknown, depth = 0): string | undefined {
  if (result === null || result === undefined) return ''
  if (typeof result === 'string') return result
  if (depth > DEPTH_MAX) return undefined
  if (Array.isArray(result)) return result.length === 0 ? '' : textOfParts(result, depth)
  return isObject(result) ? textOfObject(result, depth) : undefined
}

/** `[{type: 'text', text}]`, and the same once more wrapped as `[{type: 'content', content}]`. */
function textOfParts(parts: readonly unknown[], depth: number): string | undefined {
  const texts = parts.map((part) => {
    if (!isObject(part)) return undefined
    if (typeof part.text === 'string') return part.text
    return part.type === 'content' ? plainText(part.content, depth + 1) : undefined
  })
  return texts.every((text) => text !== undefined) ? texts.join('\n') : undefined
}

function textOfObject(result: JsonObject, depth: number): string | undefined {
  const { stdout, stderr } = result
  if (typeof stdout === 'string' || typeof stderr === 'string')
    return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n')
  for (const key of [
    'aggregated_output',
    'formatted_output',
    'output',
    'text',
    'content',
    'message',
    'error',
  ]) {
    const value = result[key]
    if (typeof value === 'string') return value
    if (key === 'content' && (Array.isArray(value) || isObject(value))) return plainText(value, depth + 1)
  }
  return undefined
}
