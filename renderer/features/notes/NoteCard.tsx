import { useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deleteScratchlistEntry,
  type ScratchlistEntry,
  type ScratchlistLimits,
} from '../../../contract/scratchlist.ts'
import { ClientError } from '../../client/client-error.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Age } from '../../ui/Time.tsx'
import { useShownSession } from '../chat/session-context.ts'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { loadNoteFile, NoteFile } from './NoteFile.tsx'
import { NoteForm } from './NoteForm.tsx'
import { refreshNotes } from './use-notes.ts'

interface NoteCardProps {
  entry: ScratchlistEntry
  limits: ScratchlistLimits | undefined
}

/** One note: read it, change it, copy it into the message, delete it. */
export function NoteCard({ entry, limits }: NoteCardProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { session, composer } = useShownSession()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const copying = useAction()
  const deleting = useAction()
  const { entryId, text, attachments, createdAt, updatedAt } = entry
  const { id: sessionId, active } = session

  const copy = () =>
    copying.run(async () => {
      const files = await Promise.all(attachments.map((file) => loadNoteFile(client, sessionId, file)))
      composer.current?.insert(text, files)
      announce(t('notes.copied'))
      await navigate({ to: '/sessions/$sessionId', params: { sessionId } })
    })
  const remove = async () => {
    const isDone = await deleting.run(async () => {
      try {
        await client.call(deleteScratchlistEntry, { params: { id: sessionId, entryId } })
      } catch (error) {
        // Somebody else was faster; it is gone either way.
        if (!(error instanceof ClientError) || error.status !== 404) throw error
      }
      refreshNotes(sessionId)
    })
    if (isDone) setDeleting(false)
  }
  if (isEditing) {
    const stop = () => setEditing(false)
    return (
      <li className="rounded-xl border border-accent bg-raised p-3">
        <NoteForm sessionId={sessionId} limits={limits} entry={entry} onSaved={stop} onCancel={stop} />
      </li>
    )
  }
  return (
    <li className="rounded-xl border border-line bg-raised p-3">
      {text !== '' && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>}
      {attachments.length > 0 && (
        <ul aria-label={t('attachments.list')} className="mt-2 flex flex-wrap gap-2">
          {attachments.map((file) => (
            <NoteFile key={file.id} sessionId={sessionId} file={file} />
          ))}
        </ul>
      )}
      {copying.error !== undefined && (
        <Notice kind="danger" className="mt-2">
          {copying.error}
        </Notice>
      )}
      <div className="mt-1.5 flex items-center gap-0.5">
        <p className="flex-1 text-xs text-faint">
          <Age at={updatedAt} />
          {updatedAt > createdAt && ` · ${t('notes.edited')}`}
        </p>
        <IconButton
          label={t(active ? 'notes.copy' : 'notes.noComposer')}
          disabled={!active || copying.isBusy}
          onClick={() => void copy()}
        >
          <MessageSquarePlus size={17} aria-hidden />
        </IconButton>
        <IconButton label={t('notes.edit')} onClick={() => setEditing(true)}>
          <Pencil size={16} aria-hidden />
        </IconButton>
        <IconButton label={t('notes.delete')} onClick={() => setDeleting(true)}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </div>
      <Dialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t('notes.deleteTitle')}
        description={t('notes.deleteText')}
      >
        {deleting.error !== undefined && (
          <Notice kind="danger" className="mb-4">
            {deleting.error}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={() => setDeleting(false)}>{t('common.cancel')}</Button>
          <Button look="danger" isBusy={deleting.isBusy} onClick={() => void remove()}>
            {t('notes.deleteConfirm')}
          </Button>
        </div>
      </Dialog>
    </li>
  )
}
