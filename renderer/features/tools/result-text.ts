import { isObject } from '../../decode/envelope.ts'

/** The readable part of a tool's result: its text, its output, else the whole as JSON. */
export function resultText(result: unknown): string {
  if (result === null || result === undefined) return ''
  if (typeof result === 'string') return result
  if (Array.isArray(result)) {
    const texts = result.map((part) =>
      isObject(part) && typeof part.text === 'string' ? part.text : undefined,
    )
    if (texts.length > 0 && texts.every((text) => text !== undefined)) return texts.join('\n')
  }
  if (isObject(result)) {
    const { stdout, stderr } = result
    if (typeof stdout === 'string' || typeof stderr === 'string')
      return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n')
    for (const key of ['output', 'text', 'content', 'message', 'error']) {
      const value = result[key]
      if (typeof value === 'string') return value
      if (key === 'content' && Array.isArray(value)) return resultText(value)
    }
  }
  return JSON.stringify(result, null, 2)
}
