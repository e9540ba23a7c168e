import { z } from 'zod'
import { TodoItem } from '../../contract/session.ts'
import { agentData, type Envelope, isObject, type Json, toolCallsOf } from './content.ts'

const TodoWriteInput = z.object({ todos: z.array(TodoItem) })

/** The to-do list this message of the agent sets; undefined when it sets none (CLI-plane reference 9.2). */
export function todosOf(envelope: Envelope | undefined): TodoItem[] | undefined {
  for (const { name, input } of toolCallsOf(envelope)) {
    if (name !== 'TodoWrite') continue
    const parsed = TodoWriteInput.safeParse(input)
    if (parsed.success) return parsed.data.todos
  }
  const codex = agentData(envelope, 'codex')
  if (codex?.type !== 'plan' || !Array.isArray(codex.entries)) return undefined
  return planTodos(codex.entries.filter(isObject))
}

/** An entry without id gets `plan-<n>`; entries we cannot read are skipped. */
function planTodos(entries: Json[]): TodoItem[] {
  return entries.flatMap(({ content, priority, status, id }, index) => {
    const parsed = TodoItem.safeParse({ content, priority, status, id: id ?? `plan-${index + 1}` })
    return parsed.success ? [parsed.data] : []
  })
}
