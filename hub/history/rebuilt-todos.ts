import type { TodoItem } from '../../contract/session.ts'
import { readEnvelope } from '../messages/content.ts'
import { todosOf } from '../messages/todos.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { HistoryParts } from './history-parts.ts'

/**
 * Sets the to-do list the conversation ends with, after rows of it were copied or cut away; an emptied one
 * where it had one and no longer does. Its watermark goes forward, so that clients take it over theirs.
 */
export function rebuildTodos(
  { tables, sessions, clock }: Pick<HistoryParts, 'tables' | 'sessions' | 'clock'>,
  { id, pk, todosUpdatedAt }: Pick<SessionRecord, 'id' | 'pk' | 'todosUpdatedAt'>,
): void {
  const todos = lastTodos(tables.history.todoMentions(pk))
  if (!todos && todosUpdatedAt === null) return
  sessions.applyTodos(id, todosUpdatedAt === null ? clock.now() : todosUpdatedAt + 1, todos ?? [])
}

function lastTodos(newestFirst: Iterable<string>): TodoItem[] | undefined {
  for (const content of newestFirst) {
    const todos = todosOf(readEnvelope(JSON.parse(content)))
    if (todos) return todos
  }
  return undefined
}
