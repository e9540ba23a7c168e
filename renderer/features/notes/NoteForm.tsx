import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  SCRATCHLIST_TEXT_MAX_LENGTH,
  type ScratchlistEntry,
  type ScratchlistLimits,
} from '../../../contract/scratchlist.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FIELD } from '../../ui/TextField.tsx'
import { AttachButton } from '../attachments/AttachButton.tsx'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { useNoteForm } from './use-note-form.ts'

/** The count of letters shows when this few are left. */
const COUNT_FROM = SCRATCHLIST_TEXT_MAX_LENGTH - 1000

interface NoteFormProps {
  sessionId: string
  limits: ScratchlistLimits | undefined
  /** The note that is changed; a new one otherwise. */
  entry?: ScratchlistEntry
  onSaved: () => void
  onCancel?: () => void
}

/** Writes a note, with files. */
export function NoteForm({ sessionId, limits, entry, onSaved, onCancel }: NoteFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useNoteForm({ sessionId, limits, entry, onSaved })
  const { text, setText, kept, drop, tray, attachments, attach, isBusy, isArriving, error, save } = form
  useEffect(() => {
    if (entry) field.current?.focus()
  }, [entry])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="flex flex-col gap-2"
    >
      <label htmlFor={id} className="sr-only">
        {t(entry ? 'notes.editLabel' : 'notes.newLabel')}
      </label>
      <textarea
        id={id}
        ref={field}
        value={text}
        rows={3}
        maxLength={SCRATCHLIST_TEXT_MAX_LENGTH}
        placeholder={t('notes.placeholder')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const asked = shortcutOf('notes', event)
          if (asked === 'save') void save()
          if (asked === 'cancel') onCancel?.()
        }}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0) return
          event.preventDefault()
          attach(files)
        }}
        className={classNames(FIELD, 'thin-scroll field-sizing-content max-h-72 min-h-20 resize-none')}
      />
      {kept.length > 0 && (
        <ul aria-label={t('attachments.list')} className="flex flex-wrap gap-2">
          {kept.map(({ id: attachmentId, filename }) => (
            <li
              key={attachmentId}
              className="flex max-w-full items-center gap-1 rounded-lg border border-line bg-sunken pl-2.5 text-sm"
            >
              <span className="truncate">{filename}</span>
              <IconButton
                label={t('attachments.remove', { name: filename })}
                onClick={() => drop(attachmentId)}
              >
                <X size={15} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {attachments.length > 0 && <AttachmentList tray={tray} attachments={attachments} />}
      {error !== undefined && <Notice kind="danger">{error}</Notice>}
      <div className="flex items-center gap-2">
        {limits && (
          <AttachButton
            label={t('notes.attach')}
            accept={limits.allowedMimeTypes.join(',')}
            onFiles={attach}
          />
        )}
        <span className="flex-1 text-xs text-muted tabular-nums">
          {text.length > COUNT_FROM &&
            t('notes.count', { count: text.length, limit: SCRATCHLIST_TEXT_MAX_LENGTH })}
        </span>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        <Button look="primary" type="submit" isBusy={isBusy} disabled={isArriving}>
          {t(entry ? 'common.save' : 'notes.add')}
        </Button>
      </div>
    </form>
  )
}
