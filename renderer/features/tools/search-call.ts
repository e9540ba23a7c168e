import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { plainText } from './result-text.ts'
import { countField, fieldOf, textField } from './tool-fields.ts'

/** A line that was found. */
export interface LineHit {
  /** Undefined where the search was in one file. */
  file: string | undefined
  line: number
  text: string
}

/** What a search found; `text` where it is said in no form that is known. */
export type Hits =
  | { kind: 'none' }
  | { kind: 'files'; files: readonly string[] }
  | { kind: 'lines'; lines: readonly LineHit[] }
  | { kind: 'text'; text: string }

/** A search in files, by name or by what is in them. */
export interface SearchCall {
  kind: 'search'
  pattern: string | undefined
  folder: string | undefined
  /** Undefined while nothing came. */
  hits: Hits | undefined
}

/** Reads the call; undefined where it says neither what nor where, or its result is something else. */
export function searchCall(fields: JsonObject, result: unknown): SearchCall | undefined {
  const pattern = textField(fields, 'pattern', 'query', 'glob_pattern', 'regex', 'search_term', 'includes')
  const folder = folderOf(fields)
  if (pattern === undefined && folder === undefined) return undefined
  if (result === undefined || result === null) return { kind: 'search', pattern, folder, hits: undefined }
  const hits = hitsOf(result)
  return hits && { kind: 'search', pattern, folder, hits }
}

function folderOf(fields: JsonObject): string | undefined {
  const several = fieldOf(fields, 'target_directories', 'paths')
  if (Array.isArray(several))
    return several.filter((path) => typeof path === 'string').join(', ') || undefined
  return textField(
    fields,
    'path',
    'target_directory',
    'search_path',
    'search_directory',
    'directory_path',
    'dir_path',
    'relative_workspace_path',
    'directory',
  )
}

function hitsOf(result: unknown): Hits | undefined {
  if (isObject(result)) {
    const { filenames, mode } = result
    const text = textField(result, 'content')
    if (mode === 'content' && text !== undefined) return hitsIn(text)
    if (mode !== 'count' && Array.isArray(filenames)) {
      const files = filenames.filter((file): file is string => typeof file === 'string')
      return files.length === 0 ? { kind: 'none' } : { kind: 'files', files }
    }
    if (text === undefined && countField(result, 'numFiles', 'totalMatches', 'matches') === 0)
      return { kind: 'none' }
  }
  const text = plainText(result)
  return text === undefined ? undefined : hitsIn(text)
}

const NOTHING =
  /^\(?(?:no (?:files?|matches|match|results?|entries)\b.*|0 (?:files|matches).*|nothing found.*)\)?$/i
/** What agents say around the hits. */
const AROUND =
  /^(?:found \d+ .*|-{2,}|\(?results? (?:are|is|were) (?:truncated|limited).*|\[showing .*\]|total matches: .*)$/i
const IN_FILE = /^(.+?):(\d+)[:-]\d*:?(.*)$/
const CONTEXT = /^(.+?)-(\d+)-(.*)$/
const IN_ONE_FILE = /^(?:L|Line )?(\d+)[:-] ?(.*)$/
const HEADING = /^(?:File: (.+)|(\S.*):)$/

/** Reads the lines of a search as grep, and the agents that wrap it, write them. */
export function hitsIn(text: string): Hits {
  const said = text.trim()
  if (said === '' || NOTHING.test(said)) return { kind: 'none' }
  const all = said.split('\n').map((line) => line.replace(/\r$/, ''))
  const rows = all.filter((line) => line.trim() !== '' && !AROUND.test(line.trim()))
  if (rows.length === 0) return { kind: 'text', text }
  const lines = linesOf(rows)
  if (lines) return { kind: 'lines', lines }
  const files = rows.map((row) => row.replace(/^\s*- /, '').trim())
  return files.every(isPath) ? { kind: 'files', files } : { kind: 'text', text }
}

function linesOf(rows: readonly string[]): LineHit[] | undefined {
  const lines: LineHit[] = []
  let heading: string | undefined
  for (const row of rows) {
    const own = IN_ONE_FILE.exec(row.trim())
    const [, file, line, text = ''] = own ? [] : (fileLine(row) ?? [])
    const under = HEADING.exec(row)
    if (own) lines.push({ file: heading, line: Number(own[1]), text: own[2] ?? '' })
    else if (file !== undefined) lines.push({ file, line: Number(line), text })
    else if (under) heading = under[1] ?? under[2]
    else return undefined
  }
  return lines.length > 0 ? lines : undefined
}

/** `C:\\a.ts:3:text` too: the letter of a drive is no file. */
function fileLine(row: string): RegExpExecArray | null {
  const match = IN_FILE.exec(row)
  return match && match[1]?.length !== 1 ? match : CONTEXT.exec(row)
}

/** Names of files hold no sentence: at most a few blanks, and none of the signs of one. */
const isPath = (row: string) =>
  row.length <= 1000 && (/[/\\.]/.test(row) || !/\s/.test(row)) && !/[!?;]\s|[.:,] |[.:]$/.test(row)
