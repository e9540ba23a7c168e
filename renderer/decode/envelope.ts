/** A JSON object of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The outer shape every message shares. */
export interface Envelope {
  role: string
  content: unknown
  meta: JsonObject
}

/** Whether a value is a JSON object, arrays apart. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Finds `{role, content, meta?}` in a message: at the top, else in `.message`, `.data.message` or
 * `.payload.message` (reference not-shown A5). Undefined when there is none.
 */
export function readEnvelope(value: unknown): Envelope | undefined {
  if (!isObject(value)) return undefined
  const { data, payload } = value
  const places = [
    value,
    value.message,
    isObject(data) ? data.message : undefined,
    isObject(payload) ? payload.message : undefined,
  ]
  for (const place of places) {
    if (isObject(place) && typeof place.role === 'string' && 'content' in place) {
      return { role: place.role, content: place.content, meta: isObject(place.meta) ? place.meta : {} }
    }
  }
  return undefined
}
