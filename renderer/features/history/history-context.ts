import { createContext } from 'react'
import type { UserItem } from '../../decode/conversation-item.ts'
import type { Obstacle } from './history-rules.ts'

/** What can be done with a message of one's own. */
export interface MessageActions {
  canFork: boolean
  canRewind: boolean
  obstacle: Obstacle | undefined
  isBoundary: (localId: string) => boolean
  fork: (item: UserItem) => void
  rewind: (item: UserItem) => void
}

/** Undefined where the agent can do nothing of the kind. */
export const MessageActionsContext = createContext<MessageActions | undefined>(undefined)
