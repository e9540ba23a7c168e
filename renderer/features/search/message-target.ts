import { useSyncExternalStore } from 'react'
import type { SearchResult } from '../../../contract/search.ts'

/** A message that somebody wants to see in its conversation. */
export type MessageTarget = Pick<SearchResult, 'sessionId' | 'messageId' | 'position'>

let target: MessageTarget | undefined
const listeners = new Set<() => void>()

/** The conversation goes to the message when it is shown next, or at once. Undefined: nowhere any more. */
export function setMessageTarget(next: MessageTarget | undefined): void {
  target = next
  for (const listener of listeners) listener()
}

/** The message that this session's conversation is to show. */
export function useMessageTarget(sessionId: string): MessageTarget | undefined {
  const current = useSyncExternalStore(subscribe, () => target)
  return current?.sessionId === sessionId ? current : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
