import { createContext, useContext, useState } from 'react'
import type { AskedState } from '../tools/step-state.ts'

interface ConversationContextValue {
  sessionId: string
  /** Paths inside it are shortened. */
  folder: string | undefined
  /** Whether a step without a result can still get one. */
  isAtWork: boolean
  /** The steps people were asked about, by the id of their call. */
  asked: ReadonlyMap<string, AskedState>
  /** What was unfolded, by item, so that it still is when it scrolls back into view. */
  opened: Map<string, boolean>
  /** Keeps the view where it is although the content is about to grow. */
  hold: () => void
}

export const ConversationContext = createContext<ConversationContextValue | undefined>(undefined)

/** The conversation an item is part of. Throws outside of one. */
export function useConversation(): ConversationContextValue {
  const value = useContext(ConversationContext)
  if (!value) throw new Error('An item outside of a conversation')
  return value
}

/** Keeps the view where it is before something grows; does nothing outside of a conversation. */
export function useHold(): () => void {
  return useContext(ConversationContext)?.hold ?? nothing
}

const nothing = () => {}

/** Whether the item is unfolded, and the way to change that. */
export function useOpened(itemId: string): [boolean, () => void] {
  const { opened, hold } = useConversation()
  const [isOpen, setOpen] = useState(opened.get(itemId) ?? false)
  const toggle = () => {
    hold()
    opened.set(itemId, !isOpen)
    setOpen(!isOpen)
  }
  return [isOpen, toggle]
}
