import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useHub } from '../connection/hub-context.ts'
import { noticeWords } from '../notifications/notice-words.ts'
import { dismissToast, showToast, type Toast, useToasts } from './toasts.ts'

const SHOWN_MS = 7000

/** What happened elsewhere, for a moment, above the page: the hub's notices and answers to what was pressed. */
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
  return (
    <section
      aria-label={t('toasts.label')}
      aria-live="polite"
      className="safe-top safe-x pointer-events-none fixed inset-x-0 top-0 z-40"
    >
      <div className="flex flex-col items-center gap-2 p-3 sm:items-end">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

function ToastCard({ toast: { id, title, body, path, kind } }: { toast: Toast }) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  const text = (
    <>
      <span className="block font-medium [overflow-wrap:anywhere]">{title}</span>
      {body !== undefined && (
        <span className="line-clamp-3 whitespace-pre-line text-sm text-muted [overflow-wrap:anywhere]">
          {body}
        </span>
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: who reads or reaches it keeps it
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={classNames(
        'pointer-events-auto flex w-full max-w-sm items-start gap-1 rounded-xl border bg-raised p-1 shadow-float motion-safe:animate-appear',
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
      <IconButton label={t('common.close')} onClick={() => dismissToast(id)}>
        <X size={17} aria-hidden />
      </IconButton>
    </div>
  )
}
