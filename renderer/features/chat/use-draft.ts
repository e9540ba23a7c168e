import { useCallback, useRef, useState } from 'react'
import { browserStorage } from '../../browser-storage.ts'
import type { SendOutcome } from '../../state/hub-store-types.ts'
import type { OutgoingMessage } from '../../state/message-row.ts'
import { useHub } from '../connection/hub-context.ts'
import { type Draft, loadDraft, saveDraft } from './drafts.ts'

interface DraftState {
  text: string
  setText: (text: string) => void
  /** Sends the draft and empties the field; a refused send puts the text back. */
  send: (how: Omit<OutgoingMessage, 'text'>) => Promise<SendOutcome | undefined>
}

/** The draft of a session: kept across visits, given back when a send is refused. */
export function useDraft(sessionId: string): DraftState {
  const { store } = useHub()
  const [draft, setDraft] = useState(() => loadDraft(browserStorage, sessionId))
  const latest = useRef(draft)

  const change = useCallback(
    (next: Draft) => {
      latest.current = next
      setDraft(next)
      saveDraft(browserStorage, sessionId, next)
    },
    [sessionId],
  )
  const setText = useCallback((text: string) => change({ ...latest.current, text }), [change])

  const send = useCallback<DraftState['send']>(
    async (how) => {
      const text = latest.current.text.trim()
      const hasFiles = (how.attachments?.length ?? 0) > 0
      if (text === '' && !hasFiles) return undefined
      change({ text: '' })
      const outcome = await store.send(sessionId, { ...how, text })
      if (outcome.ok || outcome.rowKept) return outcome
      const since = latest.current.text
      change({ text: since === '' ? outcome.text : `${outcome.text}\n${since}` })
      return outcome
    },
    [store, sessionId, change],
  )
  return { text: draft.text, setText, send }
}
