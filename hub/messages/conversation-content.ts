import type { MessagesTable } from '../store/messages.ts'
import { readEnvelope } from './content.ts'
import { isConversation } from './visibility.ts'

/** So many rows are searched for something to show; a longer conversation surely has it. */
const SEARCHED_ROWS = 50

/** Whether the session has words, thoughts or tools to show, after rows of it went or came (reference 9.6). */
export function hasConversation(messages: Pick<MessagesTable, 'newestContents'>, sessionPk: number): boolean {
  const contents = messages.newestContents(sessionPk, SEARCHED_ROWS)
  return (
    contents.length === SEARCHED_ROWS ||
    contents.some((content) => isConversation(readEnvelope(JSON.parse(content))))
  )
}
