import { isObject, type Json } from '../messages/content.ts'
import { cutText, oneLine } from './cut-text.ts'

const COMPACT_MAX = 60
const QUOTE_MAX = 50
const PATH_MAX = 80
/** Arguments shorter than this say nothing. */
const ARGUMENTS_MIN = 10

/** What a tool is about to do, in a few words and in lines of their own (reference: not-shown B3). */
interface ToolText {
  compact(input: Json): string
  details(input: Json): string[]
}

const text = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '')

const pathOf = (input: Json) => text(input.file_path ?? input.path ?? input.filePath ?? input.notebook_path)

const quoted = (label: string, value: unknown) =>
  text(value) === '' ? [] : [`${label}: "${cutText(text(value), QUOTE_MAX)}"`]

const labelled = (label: string, value: string) => (value === '' ? [] : [`${label}: ${value}`])

function shortPath(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '')
  return parts.length > 2 ? `.../${parts.slice(-2).join('/')}` : path
}

const file = (details: ToolText['details']): ToolText => ({
  compact: (input) => shortPath(pathOf(input)),
  details,
})

const pattern: ToolText = {
  compact: (input) => cutText(text(input.pattern), COMPACT_MAX),
  details: (input) => [
    ...labelled('Pattern', text(input.pattern)),
    ...labelled('Path', cutText(text(input.path), PATH_MAX)),
  ],
}

const errand = (input: Json) => text(input.description) || text(input.prompt)

const task: ToolText = {
  compact: (input) => cutText(errand(input), COMPACT_MAX),
  details: (input) => labelled('Task', errand(input)),
}

const itemsOf = (input: Json) => (Array.isArray(input.todos) ? input.todos.length : 0)

const TOOLS: Record<string, ToolText> = {
  Edit: file((input) => [
    ...labelled('File', pathOf(input)),
    ...quoted('Old', input.old_string),
    ...quoted('New', input.new_string),
  ]),
  Write: file((input) => {
    const size = typeof input.content === 'string' ? input.content.length : 0
    return pathOf(input) === '' ? [] : [`File: ${pathOf(input)} (${size} chars)`]
  }),
  Read: file((input) => labelled('File', pathOf(input))),
  Bash: {
    compact: (input) => cutText(text(input.command), COMPACT_MAX),
    details: (input) => labelled('Command', text(input.command)),
  },
  Task: task,
  Agent: task,
  Grep: pattern,
  Glob: pattern,
  WebFetch: {
    compact: (input) => URL.parse(text(input.url))?.host ?? '',
    details: (input) => labelled('URL', text(input.url)),
  },
  TodoWrite: {
    compact: (input) => `${itemsOf(input)} items`,
    details: (input) => [`Updating ${itemsOf(input)} todo items`],
  },
}

const findTool = (tool: string) => (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined)

/** The arguments in at most about 60 characters; empty for tools we know nothing of. */
export function compactArguments(tool: string, input: unknown): string {
  return findTool(tool)?.compact(isObject(input) ? input : {}) ?? ''
}

/** The arguments line by line, each cut to `limit` code points. */
export function detailedArguments(tool: string, input: unknown, limit: number): string[] {
  const known = findTool(tool)
  const lines = known ? known.details(isObject(input) ? input : {}) : unknownArguments(input)
  return lines.map((line) => cutText(line, limit))
}

function unknownArguments(input: unknown): string[] {
  const json = input === undefined ? '' : JSON.stringify(input)
  return json.length > ARGUMENTS_MIN ? [`Args: ${oneLine(json)}`] : []
}
