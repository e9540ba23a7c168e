import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useIsWide } from '../../ui/use-media.ts'
import { useHub } from '../connection/hub-context.ts'
import { noticeWords } from '../notifications/notice-words.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { dismissToast, showToast, type Toast, useToastPlace, useToasts } from './toasts.ts'
import { useSwipe } from './use-swipe.ts'

const SHOWN_MS = 7000

/** What happened elsewhere, for a moment: the hub's notices and answers to what was pressed. */
export function ToastHost() {
  const { t } = useTranslation()
  const { store } = useHub()
  const { history } = useRouter()
  const toasts = useToasts()
  useEffect(
    () =>
      store.onEvent((event) => {
        if (event.type !== 'toast') return
        const { url } = event.data
        // Whoever looks at the session sees it there.
        if (history.location.pathname !== url) showToast({ ...noticeWords(t, event.data), path: url })
      }),
    [store, history, t],
  )
  const place = useToastPlace()
  const isWide = useIsWide()
  // In the place that a page keeps there is room for one; the others follow when it has gone.
  const shown = place ? toasts.slice(-1) : toasts
  const region = (
    <section
      aria-label={t('toasts.label')}
      aria-live="polite"
      className={classNames(
        !place && 'safe-x pointer-events-none fixed inset-x-0 bottom-0 z-40',
        !place && !isWide && 'safe-bottom mb-14',
      )}
    >
      {shown.length > 0 && (
        <div
          className={classNames(
            'flex flex-col items-center gap-2',
            place ? 'px-3 pt-2 sm:px-4' : 'p-3 sm:items-end',
          )}
        >
          {shown.map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
        </div>
      )}
    </section>
  )
  return place ? createPortal(region, place) : region
}

function ToastCard({ toast: { id, title, body, path, kind } }: { toast: Toast }) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointed || isFocused
  const card = useRef<HTMLDivElement>(null)
  const dismiss = () => {
    // The keyboard must not be left where nothing is any more.
    if (card.current?.contains(document.activeElement)) {
      document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
    }
    dismissToast(id)
  }
  const swipe = useSwipe(dismiss)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  const text = (
    <>
      <span className="block font-medium [overflow-wrap:anywhere]">{showControls(title)}</span>
      {body !== undefined && (
        <span className="line-clamp-3 whitespace-pre-line text-sm text-muted [overflow-wrap:anywhere]">
          {showControls(body)}
        </span>
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: who reads or reaches it keeps it
    <div
      ref={card}
      {...swipe.handlers}
      style={swipe.style}
      onKeyDown={(event) => shortcutOf('messages', event) === 'close' && dismiss()}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={classNames(
        'pointer-events-auto flex w-full max-w-md touch-pan-y items-start gap-1 rounded-xl border bg-raised p-1 shadow-float motion-safe:animate-appear',
        kind === 'danger' ? 'border-danger-line' : 'border-line',
      )}
    >
      {path === undefined ? (
        <div className="min-w-0 flex-1 px-2.5 py-1.5">{text}</div>
      ) : (
        <button
          type="button"
          onClick={() => {
            dismissToast(id)
            history.push(path)
          }}
          className="min-h-11 min-w-0 flex-1 rounded-lg px-2.5 py-1.5 text-left hover:bg-hover"
        >
          {text}
        </button>
      )}
      <IconButton label={t('common.close')} onClick={dismiss}>
        <X size={17} aria-hidden />
      </IconButton>
    </div>
  )
}
