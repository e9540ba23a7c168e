import { Clock, Paperclip, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttachmentMetadata } from '../../../contract/message.ts'
import type { UserItem } from '../../decode/conversation-item.ts'
import { showControls } from '../../decode/show-controls.ts'
import { formatFull } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ownPreview } from '../attachments/own-preview.ts'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { MessageMenu } from '../history/MessageMenu.tsx'
import { ShowAll } from '../tools/CodeBlock.tsx'
import { cutText } from '../tools/cut-text.ts'
import { useConversation, useOpened } from './conversation-context.ts'

/** A longer message is folded. */
const FOLDED = { lines: 12, characters: 1200 }

interface UserBubbleProps {
  item: UserItem
  /** A search led to it: what it found may be anywhere in it. */
  isFound: boolean
}

/** What a person wrote, with what became of it when that needs a word. */
export function UserBubble({ item, isFound }: UserBubbleProps) {
  const { t, i18n } = useTranslation()
  const { row } = item
  return (
    <article aria-label={t('conversation.you')} className="group flex flex-col items-end gap-1 py-2">
      <div className="flex max-w-[85%] items-start gap-1">
        <MessageMenu item={item} />
        <div
          title={formatFull(item.at, i18n.language)}
          className="min-w-0 rounded-2xl rounded-br-md bg-accent-soft px-3.5 py-2 whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
        >
          <OwnText item={item} isFound={isFound} />
          {item.attachments.map((attachment) => (
            <SentFile key={attachment.id} attachment={attachment} />
          ))}
        </div>
      </div>
      {row.status === 'sending' && !row.pending && (
        <p role="status" className="px-1 text-xs text-faint">
          {t('delivery.sending')}
        </p>
      )}
      {row.status === 'sending' && row.pending && <PendingRow item={item} pending={row.pending} />}
      {row.status === 'failed' && <FailedRow item={item} />}
    </article>
  )
}

function OwnText({ item: { id, text }, isFound }: UserBubbleProps) {
  const [isOpen, toggle] = useOpened(id)
  const cut = useMemo(() => cutText(text, FOLDED), [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only being found unfolds it, and that once
  useEffect(() => {
    if (isFound && !isOpen) toggle()
  }, [isFound])
  if (!cut.isCut) return text
  return (
    <>
      {isOpen ? text : `${cut.shown.trimEnd()} …`}
      <span className="-mx-2 mt-1 flex">
        <ShowAll isWhole={isOpen} lineCount={cut.lineCount} onToggle={toggle} />
      </span>
    </>
  )
}

function SentFile({ attachment }: { attachment: AttachmentMetadata }) {
  const name = showControls(attachment.filename)
  const preview = ownPreview(attachment)
  return (
    <span className="mt-1 flex flex-col gap-1 text-sm text-muted">
      {preview !== undefined && (
        <img src={preview} alt={name} className="max-h-48 max-w-full self-start rounded-lg" />
      )}
      <span className="flex items-center gap-1.5">
        <Paperclip size={14} aria-hidden className="shrink-0" />
        {name}
      </span>
    </span>
  )
}

/** The hub has not confirmed it: why, and what can be done meanwhile. */
function PendingRow({ item, pending }: { item: UserItem; pending: 'waiting' | 'unsure' }) {
  const { t } = useTranslation()
  const { store } = useHub()
  const { sessionId } = useConversation()
  const { run, isBusy } = useAction()
  return (
    <div role="status" className="flex flex-col items-end text-xs text-muted">
      <p className="max-w-[85%] px-1 text-right">
        {pending === 'waiting' ? (
          <Clock size={14} aria-hidden className="mr-1 inline align-text-bottom" />
        ) : (
          <TriangleAlert size={14} aria-hidden className="mr-1 inline align-text-bottom text-warn" />
        )}
        {pending === 'waiting' ? t('delivery.waiting') : t('delivery.unsure')}
      </p>
      <div className="flex gap-1">
        <Button
          size="small"
          look="quiet"
          isBusy={isBusy}
          onClick={() => run(() => store.retry(sessionId, item.row))}
        >
          {t('delivery.now')}
        </Button>
        <Button size="small" look="quiet" onClick={() => run(() => store.cancel(sessionId, item.row))}>
          {t('delivery.remove')}
        </Button>
      </div>
    </div>
  )
}

function FailedRow({ item }: { item: UserItem }) {
  const { t } = useTranslation()
  const { store } = useHub()
  const { sessionId } = useConversation()
  const { run, isBusy, error } = useAction()
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-1 text-sm text-danger">
      {error ?? t('delivery.failed')}
      <Button
        size="small"
        look="quiet"
        isBusy={isBusy}
        onClick={() => run(() => store.retry(sessionId, item.row))}
      >
        {t('delivery.retry')}
      </Button>
      <Button size="small" look="quiet" onClick={() => run(() => store.cancel(sessionId, item.row))}>
        {t('delivery.remove')}
      </Button>
    </div>
  )
}
