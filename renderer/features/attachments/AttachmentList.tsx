import { File as FileIcon, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { failureText } from '../connection/failure-text.ts'
import type { Attachment, AttachmentProblem, AttachmentTray } from './attachment-tray.ts'

interface AttachmentListProps {
  tray: AttachmentTray
  attachments: readonly Attachment[]
}

/** The files of the message, each with how far it is and the way to take it off. */
export function AttachmentList({ tray, attachments }: AttachmentListProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('attachments.list')} className="flex flex-wrap gap-2 px-1 pt-1">
      {attachments.map((attachment) => (
        <AttachmentRow key={attachment.key} tray={tray} attachment={attachment} />
      ))}
    </ul>
  )
}

function AttachmentRow({ tray, attachment }: { tray: AttachmentTray; attachment: Attachment }) {
  const { t } = useTranslation()
  const { key, state, preview } = attachment
  const name = showControls(attachment.name)
  const isFailed = state === 'failed'
  return (
    <li className="relative flex max-w-full items-center gap-2 overflow-hidden rounded-xl border border-line bg-sunken py-1 pr-1 pl-2 text-sm sm:max-w-72">
      {preview === undefined ? (
        isFailed ? (
          <TriangleAlert size={18} aria-hidden className="shrink-0 text-danger" />
        ) : (
          <FileIcon size={18} aria-hidden className="shrink-0 text-faint" />
        )
      ) : (
        <img src={preview} alt="" className="size-9 shrink-0 rounded-md object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        <AttachmentState attachment={attachment} />
      </div>
      {isFailed && !isTooLarge(attachment.problem) && (
        <IconButton label={t('attachments.retry', { name })} onClick={() => tray.retry(key)}>
          <RotateCcw size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('attachments.remove', { name })} onClick={() => tray.remove(key)}>
        <X size={16} aria-hidden />
      </IconButton>
      {state === 'uploading' && (
        <span
          role="progressbar"
          aria-label={name}
          aria-valuenow={Math.round(attachment.progress * 100)}
          className="absolute bottom-0 left-0 h-0.5 bg-accent transition-[width]"
          style={{ width: `${attachment.progress * 100}%` }}
        />
      )}
    </li>
  )
}

function AttachmentState({ attachment }: { attachment: Attachment }) {
  const { t, i18n } = useTranslation()
  const { state, size, progress, problem } = attachment
  if (state === 'failed') {
    return (
      <p role="alert" className="text-xs text-danger">
        {isTooLarge(problem)
          ? t('attachments.tooLarge', { limit: formatBytes(problem.limitBytes, i18n.language) })
          : problem === 'unreadable' || problem === undefined
            ? t('attachments.unreadable')
            : failureText(t, problem.error)}
      </p>
    )
  }
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(progress)
  return (
    <p className="text-xs text-muted tabular-nums">
      {formatBytes(size, i18n.language)}
      {state === 'reading' && ` · ${t('attachments.reading')}`}
      {state === 'uploading' && ` · ${t('attachments.uploading', { percent })}`}
    </p>
  )
}

function isTooLarge(problem: AttachmentProblem | undefined): problem is { limitBytes: number } {
  return typeof problem === 'object' && 'limitBytes' in problem
}
