import { createContext, type RefObject, useContext } from 'react'
import type { AttachmentMetadata } from '../../../contract/message.ts'
import type { Session } from '../../../contract/session.ts'

/** The way into the message field from other parts of the session. */
export interface ComposerPort {
  /** Adds to what is written already, and attaches the files. */
  insert(text: string, files: readonly File[]): void
  /** The same with a message that was taken back: the agent's computer has its files still. */
  giveBack(text: string, files: readonly AttachmentMetadata[]): void
}

interface SessionContextValue {
  session: Session
  /** Empty while there is no message field, as in an ended session. */
  composer: RefObject<ComposerPort | undefined>
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined)

/** The session the page shows. Throws outside of one. */
export function useShownSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('A part of a session outside of one')
  return value
}
