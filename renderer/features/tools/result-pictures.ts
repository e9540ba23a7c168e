import { isObject, type JsonObject } from '../../decode/envelope.ts'

/** A picture in a result: what an `img` takes, or why it cannot be shown. */
export type ResultPicture = { address: string } | { problem: 'too-large' | 'unknown' }

/** Kinds of picture that every browser draws, and that hold nothing but pixels. */
const KINDS: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** About six megabytes; the page keeps all of it in memory, and so does every browser that looks. */
const CHARACTERS_MAX = 8_000_000
/** Deeper than this no agent wraps a picture. */
const DEPTH_MAX = 6
const WRAPPINGS = ['content', 'output', 'result', 'Ok', 'Success']

/**
 * The pictures in a result, in whatever its agent wraps them: parts with a base64 `source` (Claude), or with `data`
 * and `mimeType` (plugged-in tools), or a `file` (a read of Claude's).
 */
export const resultPictures = (result: unknown): readonly ResultPicture[] =>
  pictureParts(result, 0).map(pictureOf)

/** The result without its pictures, where it is a list of parts; undefined where nothing else is in it. */
export function withoutPictures(result: unknown): unknown {
  const { content } = isObject(result) ? result : {}
  const parts = Array.isArray(result) ? result : content
  if (!Array.isArray(parts)) return isObject(result) && isPicture(result) ? undefined : result
  const rest = parts.filter((part) => pictureParts(part, 0).length === 0)
  if (rest.length === parts.length) return result
  return rest.length === 0 ? undefined : rest
}

function pictureParts(result: unknown, depth: number): readonly JsonObject[] {
  if (depth > DEPTH_MAX) return []
  if (Array.isArray(result)) return result.flatMap((part) => pictureParts(part, depth + 1))
  if (!isObject(result)) return []
  if (isPicture(result)) return [result]
  return WRAPPINGS.flatMap((name) => pictureParts(result[name], depth + 1))
}

const isPicture = ({ type }: JsonObject) => type === 'image'

function pictureOf(part: JsonObject): ResultPicture {
  const { source, file } = part
  const inner = isObject(source) ? source : isObject(file) ? file : part
  const kind = inner.media_type ?? inner.mimeType ?? inner.type
  const data = inner.data ?? inner.base64
  if (typeof kind !== 'string' || !KINDS.has(kind) || typeof data !== 'string') return { problem: 'unknown' }
  // The hub shortens what is very long, and half a picture is none.
  if (data.length > CHARACTERS_MAX || data.includes('…')) return { problem: 'too-large' }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return { problem: 'unknown' }
  return { address: `data:${kind};base64,${data}` }
}
