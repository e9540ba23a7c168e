import { isObject } from '../../decode/envelope.ts'
import { countNamed, fieldOf } from './tool-fields.ts'
import { type ToolKind, toolKindOf } from './tool-kinds.ts'

export interface ToolDescription {
  kind: ToolKind
  /** The tool's own name, made readable. */
  name: string
  /** The command, file, pattern or address; empty when the input tells none. */
  detail: string
  /** Why, in the agent's words. */
  reason: string | undefined
}

const PATH_KEYS = ['file_path', 'path', 'filePath', 'target_file', 'notebook_path', 'absolute_path', 'uri']

const DETAIL_KEYS: Readonly<Record<ToolKind, readonly string[]>> = {
  command: ['command', 'cmd', 'script', 'command_line'],
  read: PATH_KEYS,
  edit: PATH_KEYS,
  write: PATH_KEYS,
  search: ['pattern', 'query', 'glob_pattern', 'path', 'dir_path', 'directory_path', 'search_path'],
  web: ['url', 'query', 'search_term'],
  agent: ['description', 'prompt', 'message', 'task'],
  todo: [],
  question: [],
  plan: [],
  other: ['command', 'file_path', 'path', 'url', 'query', 'pattern', 'description', 'prompt'],
}

/** Describes a call by name and input (never by agent). `folder` shortens paths inside it. */
export function describeTool(name: string, input: unknown, folder?: string): ToolDescription {
  const kind = toolKindOf(name, input)
  const fields = isObject(input) ? input : {}
  const reason = kind === 'command' ? fields.description : undefined
  return {
    kind,
    name: readableName(name),
    // A program of the project must not read like one of the system.
    detail: kind === 'command' ? detailOf(kind, fields) : shorten(detailOf(kind, fields), folder),
    reason: typeof reason === 'string' && reason !== '' ? reason : undefined,
  }
}

function detailOf(kind: ToolKind, fields: Record<string, unknown>): string {
  const keys = DETAIL_KEYS[kind]
  // Which of several commands is the one that runs only its tool knows: none may stand for the call.
  if (kind === 'command' && countNamed(fields, keys) > 1) return ''
  for (const key of keys) {
    const value = fieldOf(fields, key)
    if (typeof value === 'string' && value !== '') return value
    if (Array.isArray(value) && value.length > 0) return commandText(value)
  }
  return kind === 'edit' && isObject(fields.changes) ? Object.keys(fields.changes).join(', ') : ''
}

/** `['bash', '-lc', 'npm test']` is how some agents say `npm test`. */
function commandText(words: readonly unknown[]): string {
  const [shell, flag, script] = words
  const isWrapped = typeof shell === 'string' && /(^|\/)(ba|z)?sh$/.test(shell) && words.length === 3
  return isWrapped && /^-l?c$/.test(String(flag)) ? String(script) : words.map(String).join(' ')
}

/** A path inside the folder, from there on; Windows knows no capitals and takes both slashes. */
export function shorten(detail: string, folder: string | undefined): string {
  if (!folder) return detail
  const plain = isWindowsPath(folder)
    ? (path: string) => path.replaceAll('\\', '/').toLowerCase()
    : (path: string) => path
  return plain(detail).startsWith(`${plain(folder)}/`) ? detail.slice(folder.length + 1) : detail
}

/** `C:\work`, or `C:/work`. */
export const isWindowsPath = (path: string) => /^[A-Za-z]:[\\/]/.test(path)

/** A path in two: the file's name, and the folder it lies in. */
export function splitPath(path: string): { file: string; folder: string } {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return { file: path.slice(end + 1) || path, folder: end > 0 ? path.slice(0, end) : '' }
}

/** `mcp__github__create_issue` reads “github: create issue”. */
function readableName(name: string): string {
  const [prefix, server, ...rest] = name.split('__')
  if (prefix !== 'mcp' || server === undefined || rest.length === 0) return name
  return `${server}: ${rest.join(' ').replaceAll('_', ' ')}`
}
