import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { plainText } from './result-text.ts'
import { countField, textField } from './tool-fields.ts'

/** A file an agent read, or a part of it. */
export interface ReadCall {
  kind: 'read'
  path: string
  /** The number of the first line. */
  firstLine: number
  /** Undefined while nothing came, and for what is no text. */
  text: string | undefined
  lineCount: number | undefined
  /** What was read instead of text. */
  other: 'picture' | 'unchanged' | undefined
}

/** Reads the call; undefined where it names no file or its result is something else. */
export function readCall(fields: JsonObject, result: unknown): ReadCall | undefined {
  const path = textField(
    fields,
    'file_path',
    'path',
    'target_file',
    'notebook_path',
    'absolute_path',
    'filename',
    'uri',
  )
  if (path === undefined) return undefined
  const range = fields.view_range
  const from = Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
  const asked = from ?? countField(fields, 'start_line', 'offset', 'start_line_one_indexed', 'line') ?? 1
  const call: ReadCall = {
    kind: 'read',
    path,
    firstLine: Math.max(1, asked),
    text: undefined,
    lineCount: undefined,
    other: undefined,
  }
  if (result === undefined || result === null) return call
  const other = otherKind(result)
  if (other) return { ...call, other }
  const { file } = isObject(result) ? result : {}
  if (isObject(file) && typeof file.content === 'string') {
    return withText({ ...call, firstLine: countField(file, 'startLine') || call.firstLine }, file.content)
  }
  const text = plainText(result)
  if (text === undefined) return undefined
  const { firstLine = call.firstLine, text: lines } = withoutNumbers(text)
  return withText({ ...call, firstLine }, lines)
}

function withText(call: ReadCall, text: string): ReadCall {
  return { ...call, text, lineCount: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length }
}

function otherKind(result: unknown): ReadCall['other'] {
  const parts = Array.isArray(result) ? result : [result]
  const types = parts.map((part) => (isObject(part) ? part.type : undefined))
  if (types.includes('image')) return 'picture'
  return types.includes('file_unchanged') ? 'unchanged' : undefined
}

/** What agents add around the lines of a file for themselves. */
const NOTES = /^<path>.*<\/path>$|^<type>.*<\/type>$|^<\/?(?:file|content)>$|^\(End of file\b.*\)$/gm
const REMINDER = '<system-reminder>'
const NUMBERED = /^[ \t]*(\d+)(?:→|\t|\| ?|: ?)(.*)$/s

/**
 * The lines without the numbers agents put before them, and the number of the first; as it is where not every line
 * has the next number.
 */
export function withoutNumbers(text: string): { text: string; firstLine: number | undefined } {
  const end = text.indexOf(`\n${REMINDER}`)
  const own = end < 0 ? text : text.slice(0, end)
  const lines = own.replace(NOTES, '').replace(/^\n+/, '').trimEnd().split('\n')
  const first = Number(NUMBERED.exec(lines[0] ?? '')?.[1] ?? Number.NaN)
  const bare: string[] = []
  for (const [index, line] of lines.entries()) {
    const [, number, rest] = NUMBERED.exec(line) ?? []
    if (number === undefined || Number(number) !== first + index) return { text, firstLine: undefined }
    bare.push(rest ?? '')
  }
  return { text: bare.join('\n'), firstLine: first }
}
