import { useLocation } from '@tanstack/react-router'
import { ArrowUp, CircleStop } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { flavorOf } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { formatMoment } from '../../i18n/format.ts'
import type { OutgoingMessage } from '../../state/message-row.ts'
import { announce } from '../../ui/announce.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import { AttachButton } from '../attachments/AttachButton.tsx'
import { useAttachments } from '../attachments/use-attachments.ts'
import { useFileDrop } from '../attachments/use-file-drop.ts'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { canRecord } from '../dictation/can-record.ts'
import { agentName } from '../sessions/session-words.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { CompletionList, suggestionId } from './CompletionList.tsx'
import { joinText } from './drafts.ts'
import { lazyPart } from './load-part.ts'
import { SendMenu } from './SendMenu.tsx'
import { useShownSession } from './session-context.ts'
import { tabOf } from './session-tabs.ts'
import { useCompletion } from './use-completion.ts'
import { useDraft } from './use-draft.ts'

const AttachmentList = lazyPart(() => import('../attachments/AttachmentList.tsx'), 'AttachmentList')
const Dictation = lazyPart(() => import('../dictation/Dictation.tsx'), 'Dictation')

/** Where messages are written, sent, scheduled, and the agent is stopped. */
export function Composer({ session }: { session: Session }) {
  const { t, i18n } = useTranslation()
  const { store } = useHub()
  const { id, thinking, metadata } = session
  const isTouch = useIsTouch()
  const isShown = useLocation({ select: ({ pathname }) => tabOf(pathname) === 'conversation' })
  const fieldId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, send } = useDraft(id)
  const { tray, attachments } = useAttachments(id)
  const {
    completion,
    onKeyDown: onCompletionKey,
    setCaret,
  } = useCompletion({ sessionId: id, field, text, setText })
  const [sendError, setSendError] = useState<string>()
  const stop = useAction()
  const agent = agentName(metadata, t)

  const attach = useCallback(
    (files: readonly File[]) => void tray.add(files).catch(() => setSendError(t('failure.unreachable'))),
    [tray, t],
  )
  const isDropping = useFileDrop(isShown, attach)
  const { composer } = useShownSession()
  useImperativeHandle(composer, () => {
    const add = (added: string) => {
      setText(joinText(text, added))
      // On a touch screen that would raise the keyboard over what was just pressed.
      if (!isTouch) field.current?.focus()
    }
    return {
      insert: (added, files) => {
        add(added)
        attach(files)
      },
      giveBack: (added, files) => {
        add(added)
        tray.restore(files).catch(() => setSendError(t('failure.unreachable')))
      },
    }
  })

  useEffect(() => {
    // A draft is gone on with at its end.
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    if (!isTouch) field.current?.focus({ preventScroll: true })
  }, [isTouch])

  const isArriving = attachments.some(({ state }) => state === 'reading' || state === 'uploading')
  const hasFiles = attachments.some(({ state }) => state !== 'failed')
  const cannotSend = isArriving || (text.trim() === '' && !hasFiles)
  const submit = async (how: Omit<OutgoingMessage, 'text'> = {}) => {
    if (cannotSend) return
    setSendError(undefined)
    field.current?.focus()
    const files = how.scheduledAt === undefined ? tray.take() : []
    const outcome = await send({ ...how, ...(files.length > 0 && { attachments: files }) })
    if (outcome?.ok === false && !outcome.rowKept) {
      setSendError(failureText(t, outcome.error))
    } else if (outcome?.ok && outcome.isKept) {
      announce(t('delivery.waiting'))
    } else if (outcome?.ok && how.scheduledAt !== undefined) {
      announce(t('composer.scheduled', { time: formatMoment(how.scheduledAt, Date.now(), i18n.language) }))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (onCompletionKey(event)) return
    if (shortcutOf('composer', event) !== 'send' || isTouch || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attach(files)
  }
  const sendLabel = isArriving
    ? t('attachments.wait')
    : thinking
      ? t('composer.sendQueued')
      : t('composer.send')
  return (
    <section aria-label={t('composer.label')} className="flex flex-col gap-2">
      {sendError !== undefined && <Notice kind="danger">{sendError}</Notice>}
      {stop.error !== undefined && <Notice kind="danger">{stop.error}</Notice>}
      {completion && <CompletionList id={`${fieldId}-list`} completion={completion} />}
      <div className="relative flex flex-col gap-1 rounded-2xl border border-strong-line bg-raised p-1.5 focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        {tray.tray && attachments.length > 0 && (
          <Suspense fallback={<div className="h-12" />}>
            <AttachmentList tray={tray.tray} attachments={attachments} />
          </Suspense>
        )}
        {/* What dictation has to say takes a line of its own, and where it is narrow the text, too. */}
        <div className="group flex flex-wrap items-end gap-1">
          <AttachButton label={t('attachments.add')} onFiles={attach} />
          <textarea
            ref={field}
            value={text}
            dir="auto"
            rows={Math.min(8, text.split('\n').length)}
            onChange={(event) => {
              setText(event.target.value)
              setCaret(event.target.selectionStart)
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            aria-label={t('composer.message', { agent })}
            aria-describedby={`${fieldId}-hint`}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            {...(completion && {
              'aria-controls': `${fieldId}-list`,
              'aria-activedescendant': suggestionId(`${fieldId}-list`, completion.active),
            })}
            placeholder={t('composer.placeholder', { agent })}
            enterKeyHint={isTouch ? 'enter' : 'send'}
            className="thin-scroll field-sizing-content max-h-[40dvh] min-h-9 min-w-0 flex-1 resize-none bg-transparent px-1 py-1.5 outline-none pointer-coarse:min-h-11 pointer-coarse:py-2.5 max-sm:group-has-data-dictation:-order-1 max-sm:group-has-data-dictation:basis-full"
          />
          {canRecord() && (
            // A page without it is a page one can type in.
            <ErrorBoundary fallback={null}>
              <Suspense>
                <Dictation sessionId={id} field={field} setText={setText} isShown={isShown} />
              </Suspense>
            </ErrorBoundary>
          )}
          {thinking && (
            <IconButton
              label={t('session.stop')}
              look="plain"
              disabled={stop.isBusy}
              onClick={() => void stop.run(() => store.actions.abort(id))}
            >
              <CircleStop size={18} aria-hidden className="text-danger" />
            </IconButton>
          )}
          <SendMenu
            isDisabled={cannotSend}
            canSteer={thinking && flavorOf(metadata).sendSteer}
            hasFiles={hasFiles}
            onSend={(how) => void submit(how)}
          />
          <IconButton
            label={sendLabel}
            look="primary"
            disabled={cannotSend}
            className="rounded-xl"
            onClick={() => void submit()}
          >
            <ArrowUp size={19} aria-hidden />
          </IconButton>
        </div>
        {isDropping && (
          <p className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-2xl bg-accent-soft font-medium text-accent">
            {t('attachments.drop')}
          </p>
        )}
      </div>
      <p id={`${fieldId}-hint`} className="sr-only">
        {isTouch ? t('composer.hintTouch') : t('composer.hint')}
      </p>
    </section>
  )
}
