import { useCallback, useEffect, useRef, useState } from 'react'
import type { SendOutcome } from '../../state/hub-store-types.ts'
import type { OutgoingMessage } from '../../state/message-row.ts'
import { useHub, useSnapshot } from '../connection/hub-context.ts'
import { type Draft, loadDraft, saveDraft } from './drafts.ts'

interface DraftState {
  text: string
  setText: (text: string) => void
  /** Sends the draft and empties the field; a failed send puts the text back. */
  send: (how: Omit<OutgoingMessage, 'text' | 'localId'>) => Promise<SendOutcome | undefined>
}

/** The draft of a session: kept across visits, given back when a send fails. */
export function useDraft(sessionId: string): DraftState {
  const { store } = useHub()
  const [draft, setDraft] = useState(() => loadDraft(localStorage, sessionId))
  const latest = useRef(draft)

  const change = useCallback(
    (next: Draft) => {
      latest.current = next
      setDraft(next)
      saveDraft(localStorage, sessionId, next)
    },
    [sessionId],
  )
  const setText = useCallback((text: string) => change({ ...latest.current, text }), [change])

  // The send we were not sure about did arrive: the copy in the field would be a second one.
  const { uncertain } = draft
  const hasArrived = useSnapshot(
    (each) => uncertain !== undefined && each.isStored(sessionId, uncertain.localId),
  )
  useEffect(() => {
    if (!uncertain || !hasArrived) return
    change({ text: latest.current.text === uncertain.text ? '' : latest.current.text })
  }, [uncertain, hasArrived, change])

  const send = useCallback<DraftState['send']>(
    async (how) => {
      const { text: typed, uncertain } = latest.current
      const text = typed.trim()
      const hasFiles = (how.attachments?.length ?? 0) > 0
      if (text === '' && !hasFiles) return undefined
      // The hub would take a repeated one for the message it has, which came without files.
      const repeated = uncertain?.text === text && !hasFiles ? { localId: uncertain.localId } : {}
      change({ text: '' })
      const outcome = await store.send(sessionId, { ...how, text, ...repeated })
      if (outcome.ok || outcome.rowKept) return outcome
      const since = latest.current.text
      change({
        text: since === '' ? outcome.text : `${outcome.text}\n${since}`,
        ...(outcome.isUncertain && { uncertain: { localId: outcome.localId, text: outcome.text } }),
      })
      return outcome
    },
    [store, sessionId, change],
  )
  return { text: draft.text, setText, send }
}
