import { isObject } from '../../decode/envelope.ts'

/** What a tool does, in the few kinds people tell apart; a key of `tools.did`, `tools.doing` and `tools.wants`. */
export type ToolKind =
  | 'command'
  | 'read'
  | 'edit'
  | 'write'
  | 'search'
  | 'web'
  | 'agent'
  | 'todo'
  | 'question'
  | 'plan'
  | 'other'

export interface ToolDescription {
  kind: ToolKind
  /** The tool's own name, made readable. */
  name: string
  /** The command, file, pattern or address; empty when the input tells none. */
  detail: string
  /** Why, in the agent's words. */
  reason: string | undefined
}

/** The names agents give their tools, in lower case without separators. */
const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'command',
  codexbash: 'command',
  shell: 'command',
  shellcommand: 'command',
  localshell: 'command',
  execcommand: 'command',
  execute: 'command',
  terminal: 'command',
  runterminalcmd: 'command',
  runcommand: 'command',
  read: 'read',
  readfile: 'read',
  viewfile: 'read',
  notebookread: 'read',
  edit: 'edit',
  multiedit: 'edit',
  notebookedit: 'edit',
  applypatch: 'edit',
  codexpatch: 'edit',
  patch: 'edit',
  strreplace: 'edit',
  searchreplace: 'edit',
  editfile: 'edit',
  write: 'write',
  writefile: 'write',
  createfile: 'write',
  glob: 'search',
  grep: 'search',
  ls: 'search',
  list: 'search',
  listdir: 'search',
  search: 'search',
  codebasesearch: 'search',
  webfetch: 'web',
  fetch: 'web',
  websearch: 'web',
  task: 'agent',
  agent: 'agent',
  subagent: 'agent',
  todowrite: 'todo',
  updateplan: 'todo',
  askuserquestion: 'question',
  cursoraskquestion: 'question',
  requestuserinput: 'question',
  exitplanmode: 'plan',
}

const DETAIL_KEYS: Readonly<Record<ToolKind, readonly string[]>> = {
  command: ['command', 'cmd', 'script'],
  read: ['file_path', 'path', 'filePath', 'target_file', 'notebook_path'],
  edit: ['file_path', 'path', 'filePath', 'target_file', 'notebook_path'],
  write: ['file_path', 'path', 'filePath', 'target_file'],
  search: ['pattern', 'query', 'path'],
  web: ['url', 'query'],
  agent: ['description', 'prompt'],
  todo: [],
  question: [],
  plan: [],
  other: ['command', 'file_path', 'path', 'url', 'query', 'pattern', 'description', 'prompt'],
}

/** Describes a call by name and input (never by agent). `folder` shortens paths inside it. */
export function describeTool(name: string, input: unknown, folder?: string): ToolDescription {
  const kind = kindOf(name, input)
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

function kindOf(name: string, input: unknown): ToolKind {
  const known = KINDS[name.toLowerCase().replace(/[^a-z0-9]/g, '')]
  if (known) return known
  return isObject(input) && (typeof input.command === 'string' || Array.isArray(input.command))
    ? 'command'
    : 'other'
}

function detailOf(kind: ToolKind, fields: Record<string, unknown>): string {
  for (const key of DETAIL_KEYS[kind]) {
    const value = fields[key]
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

function shorten(detail: string, folder: string | undefined): string {
  return folder && detail.startsWith(`${folder}/`) ? detail.slice(folder.length + 1) : detail
}

/** `mcp__github__create_issue` reads “github: create issue”. */
function readableName(name: string): string {
  const [prefix, server, ...rest] = name.split('__')
  if (prefix !== 'mcp' || server === undefined || rest.length === 0) return name
  return `${server}: ${rest.join(' ').replaceAll('_', ' ')}`
}
