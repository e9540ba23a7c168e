import { useQuery } from '@tanstack/react-query'
import { File as FileIcon, ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getScratchlistAttachment, type ScratchlistAttachment } from '../../../contract/scratchlist.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { fillPath } from '../../client/request-parts.ts'
import { showControls } from '../../decode/show-controls.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { saveFile } from '../files/save-file.ts'

/** Fetches the bytes of a note's file. Throws ClientError. */
export async function loadNoteFile(
  client: HubClient,
  id: string,
  { id: attachmentId, filename, mimeType }: ScratchlistAttachment,
): Promise<File> {
  const response = await client.open(fillPath(getScratchlistAttachment.path, { id, attachmentId }))
  return new File([await response.blob()], filename, { type: mimeType })
}

/** A file of a note: pictures show themselves, everything can be saved. */
export function NoteFile({ sessionId, file }: { sessionId: string; file: ScratchlistAttachment }) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { run, isBusy, error } = useAction()
  const { filename, mimeType } = file
  const name = showControls(filename)
  const save = () => run(async () => saveFile(filename, await loadNoteFile(client, sessionId, file)))
  return (
    <li className="max-w-full">
      <button
        type="button"
        aria-label={t('notes.open', { name })}
        title={name}
        disabled={isBusy}
        onClick={() => void save()}
        className="tap flex max-w-full items-center gap-2 overflow-hidden rounded-lg border border-line bg-sunken text-sm hover:bg-hover disabled:opacity-50"
      >
        {mimeType.startsWith('image/') ? (
          <Picture sessionId={sessionId} file={file} />
        ) : (
          <span className="flex min-w-0 items-center gap-2 px-2.5 py-1.5">
            <FileIcon size={16} aria-hidden className="shrink-0 text-faint" />
            <span className="truncate">{name}</span>
          </span>
        )}
      </button>
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </li>
  )
}

function Picture({ sessionId, file }: { sessionId: string; file: ScratchlistAttachment }) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { data, isError } = useQuery({
    queryKey: ['note-file', file.id],
    queryFn: () => loadNoteFile(client, sessionId, file),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (isError) {
    return (
      <span className="flex items-center gap-2 px-2.5 py-1.5 text-muted">
        <ImageOff size={16} aria-hidden />
        {showControls(file.filename)} ({t('notes.imageFailed')})
      </span>
    )
  }
  if (address === undefined) return <Skeleton className="h-20 w-28" />
  return <img src={address} alt="" className="max-h-40 max-w-full" />
}
