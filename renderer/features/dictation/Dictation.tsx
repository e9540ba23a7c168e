import { useQuery } from '@tanstack/react-query'
import { Mic } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useHub } from '../connection/hub-context.ts'
import { sessionQueries } from '../files/session-queries.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { DictationPanel } from './DictationPanel.tsx'
import type { Dictation as SessionDictation } from './dictation.ts'
import { insertSpoken } from './insert-spoken.ts'
import { dictationOf, servicesQuery } from './session-dictation.ts'

interface DictationProps {
  sessionId: string
  field: RefObject<HTMLTextAreaElement | null>
  setText: (text: string) => void
  /** The message field is in sight. */
  isShown: boolean
}

/** Speaks a message instead of typing it: the text comes to the caret, and is sent by nobody but the person. */
export function Dictation({ sessionId, field, setText, isShown }: DictationProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { data: services = [] } = useQuery(servicesQuery(client), sessionQueries)
  const dictation = dictationOf(client, sessionId)
  const state = useSyncExternalStore(dictation.subscribe, dictation.snapshot)
  const { kind } = state
  const toField = useCallback(() => field.current?.focus(), [field])
  const hasRecording = kind === 'kept' || (kind === 'failed' && state.durationMs !== undefined)
  const losesSome = hasRecording || kind === 'recording' || kind === 'sending'
  const discard = useCallback(() => {
    dictation.discard()
    toField()
    if (losesSome) announce(t('dictation.discarded'))
  }, [dictation, toField, losesSome, t])
  useLeaving(dictation, isShown)
  useEscape(kind === 'asking' || kind === 'recording' || kind === 'sending', discard)
  useInsertion({ dictation, field, setText, isHeard: kind === 'heard' })

  useEffect(() => {
    if (kind === 'recording') announce(t('dictation.started'))
    if (kind === 'sending') announce(t('dictation.reading'))
  }, [kind, t])

  if (services.length === 0 && kind === 'idle') return null
  const isActive = kind === 'asking' || kind === 'recording'
  const cannotPress = kind === 'sending' || hasRecording
  const press = () => {
    if (kind === 'asking') discard()
    else if (kind === 'recording') void dictation.stop()
    else if (!cannotPress) void dictation.start()
  }
  return (
    <>
      <DictationPanel
        dictation={dictation}
        state={state}
        services={services}
        onDiscard={discard}
        onSend={(send) => {
          toField()
          void send()
        }}
      />
      <IconButton
        label={t('dictation.label')}
        aria-pressed={isActive}
        aria-disabled={cannotPress || undefined}
        data-dictation
        className="max-sm:ml-auto aria-disabled:opacity-40 aria-pressed:bg-danger-soft aria-pressed:text-danger"
        onClick={press}
      >
        <Mic size={18} aria-hidden />
      </IconButton>
    </>
  )
}

/** Whoever does not see that the page listens is not listened to. */
function useLeaving(dictation: SessionDictation, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) void dictation.leave()
  }, [dictation, isShown])
  useEffect(() => () => void dictation.leave(), [dictation])
}

/** Escape, wherever the focus is, unless something in front of the page wants it. */
function useEscape(isOn: boolean, discard: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (shortcutOf('dictation', event) === undefined || event.defaultPrevented || event.isComposing) return
      event.preventDefault()
      discard()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn, discard])
}

interface Insertion extends Pick<DictationProps, 'field' | 'setText'> {
  dictation: SessionDictation
  isHeard: boolean
}

/** Puts what was heard where the caret is, and the caret behind it. */
function useInsertion({ dictation, field, setText, isHeard }: Insertion): void {
  const { t } = useTranslation()
  const nextCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  })
  useEffect(() => {
    const area = field.current
    const spoken = isHeard && area ? dictation.take() : undefined
    if (spoken === undefined || !area) return
    const { value, selectionStart, selectionEnd } = area
    const { text, caret } = insertSpoken({ text: value, start: selectionStart, end: selectionEnd }, spoken)
    setText(text)
    nextCaret.current = caret
    // Somebody who does something else meanwhile is not called away.
    const at = document.activeElement
    if (at === document.body || area.closest('section')?.contains(at)) area.focus()
    announce(t('dictation.added'))
  }, [isHeard, dictation, field, setText, t])
}
