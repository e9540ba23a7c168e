import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { fieldOf, textField } from './tool-fields.ts'

/** How far a to-do is; a key of `todos`. */
export type TodoState = 'pending' | 'in_progress' | 'completed' | 'cancelled'

export interface Todo {
  content: string
  state: TodoState
}

/** The to-do list an agent keeps. */
export interface TodoCall {
  kind: 'todos'
  todos: readonly Todo[]
  /** Why it changed. */
  reason: string | undefined
}

/** Reads the call; undefined where there is no list of to-dos in it. */
export function todoCall(fields: JsonObject, result: unknown): TodoCall | undefined {
  const list = listIn(fields) ?? (isObject(result) ? listIn(result) : undefined)
  const todos = list?.map(todoOf)
  if (!todos || todos.length === 0 || todos.some((todo) => todo === undefined)) return undefined
  return { kind: 'todos', todos: todos as Todo[], reason: textField(fields, 'explanation') }
}

function listIn(fields: JsonObject): readonly unknown[] | undefined {
  const given = fieldOf(
    fields,
    'todos',
    'plan',
    'items',
    'entries',
    'steps',
    'tasks',
    'todo_list',
    'new_todos',
  )
  const inner = isObject(given) ? (given.plan ?? given.items ?? given.steps) : given
  return Array.isArray(inner) ? inner : undefined
}

function todoOf(value: unknown): Todo | undefined {
  if (typeof value === 'string') return { content: value, state: 'pending' }
  if (!isObject(value)) return undefined
  const content = textField(
    value,
    'content',
    'step',
    'subject',
    'title',
    'description',
    'text',
    'name',
    'task',
  )
  return content === undefined ? undefined : { content, state: stateOf(value) }
}

const STATES: readonly [RegExp, TodoState][] = [
  [/^(complete|completed|done|finished)$/, 'completed'],
  [/^(in_?progress|active|doing|running|current)$/, 'in_progress'],
  [/^(cancelled|canceled|skipped|dropped|deleted)$/, 'cancelled'],
]

function stateOf(todo: JsonObject): TodoState {
  if (todo.completed === true || todo.done === true) return 'completed'
  const said = textField(todo, 'status', 'state') ?? ''
  const status = said
    .toLowerCase()
    .replace(/^todo_status_/, '')
    .replaceAll(/[\s-]/g, '_')
  return STATES.find(([words]) => words.test(status))?.[1] ?? 'pending'
}
