import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { useHub } from '../connection/hub-context.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { type CompletionPlace, complete, completionAt, matching, type Suggestion } from './completion.ts'
import { loadPart } from './load-part.ts'

interface CompletionOptions {
  sessionId: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
}

export interface Completion {
  kind: CompletionPlace['kind']
  suggestions: readonly Suggestion[]
  /** Which one Enter takes. */
  active: number
  pick: (suggestion: Suggestion) => void
}

type Known = Partial<Record<CompletionPlace['kind'], readonly Suggestion[]>>

/** Suggestions for the word at the caret, by the list-box pattern: the focus stays in the text field. */
export function useCompletion({ sessionId, field, text, setText }: CompletionOptions) {
  const { t } = useTranslation()
  const { client } = useHub()
  const [caret, setCaret] = useState(0)
  const [known, setKnown] = useState<Known>({})
  const [active, setActive] = useState(0)
  const [closedFor, setClosedFor] = useState<string>()
  const nextCaret = useRef<number>(undefined)

  const place = completionAt(text, caret)
  const kind = place?.kind
  const word = place && text.slice(place.start, place.end)
  const all = kind && known[kind]
  const suggestions = place && all && word !== closedFor ? matching(all, place.query) : []
  // A name that is written in full needs no suggestion: Enter sends it.
  const isComplete = suggestions.length === 1 && suggestions[0]?.name === place?.query
  const isOpen = suggestions.length > 0 && !isComplete
  const count = isOpen ? suggestions.length : 0

  useEffect(() => {
    if (!kind || known[kind]) return
    let isCurrent = true
    void loadPart(() => import('./load-suggestions.ts'))
      .then((part) => part.loadSuggestions(client, sessionId, kind))
      // Without suggestions people can still type; the next try comes with the next word.
      .catch(() => [])
      .then((loaded) => isCurrent && setKnown((before) => ({ ...before, [kind]: loaded })))
    return () => {
      isCurrent = false
    }
  }, [kind, known, client, sessionId])

  // Commands change when the agent does: they are asked for again with the next word.
  useEffect(() => {
    if (kind === undefined) setKnown({})
  }, [kind])

  useEffect(() => {
    setActive(0)
    if (count > 0) announce(t('completion.found', { count }))
  }, [count, t])

  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  })

  const pick = ({ name }: Suggestion) => {
    if (!place) return
    const completed = complete(text, place, name)
    setText(completed.text)
    setCaret(completed.caret)
    nextCaret.current = completed.caret
    field.current?.focus()
  }
  /** Whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    const chosen = suggestions[Math.min(active, suggestions.length - 1)]
    const asked = shortcutOf('suggestions', event)
    if (asked === undefined) return false
    if (asked === 'next') setActive((active + 1) % suggestions.length)
    else if (asked === 'previous') setActive((active + suggestions.length - 1) % suggestions.length)
    else if (asked === 'close') setClosedFor(word)
    else if (chosen) pick(chosen)
    event.preventDefault()
    return true
  }
  const completion: Completion | undefined =
    isOpen && kind ? { kind, suggestions, active: Math.min(active, suggestions.length - 1), pick } : undefined
  return { completion, onKeyDown, setCaret }
}
