import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createScratchlistEntry,
  deleteScratchlistAttachment,
  type ScratchlistEntry,
  type ScratchlistLimits,
  updateScratchlistEntry,
  uploadScratchlistAttachment,
} from '../../../contract/scratchlist.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { uploadBody, uploadTo } from '../../client/upload.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { AttachmentTray } from '../attachments/attachment-tray.ts'
import { thumbnailOf } from '../attachments/thumbnail.ts'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { type NoteProblem, noteProblem, sortFiles } from './note-problem.ts'
import { refreshNotes } from './use-notes.ts'

interface NoteFormOptions {
  sessionId: string
  limits: ScratchlistLimits | undefined
  /** The note that is changed; a new one otherwise. */
  entry?: ScratchlistEntry | undefined
  onSaved: () => void
}

/** What is written and attached, and the way to keep it. */
export function useNoteForm({ sessionId, limits, entry, onSaved }: NoteFormOptions) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const [text, setText] = useState(entry?.text ?? '')
  const [kept, setKept] = useState(entry?.attachments ?? [])
  const [tray] = useState(() => noteTray(client, sessionId, limits))
  const attachments = useSyncExternalStore(tray.subscribe, tray.snapshot)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const explain = (kind: NoteProblem, name = '') => {
    const bytes = kind === 'entryBytes' ? limits?.maxBytesPerEntry : limits?.maxBytesPerFile
    const limit = kind === 'count' ? limits?.maxAttachmentsPerEntry : formatBytes(bytes ?? 0, i18n.language)
    return t(`notes.problem.${kind}`, { name, limit })
  }
  const attach = (files: readonly File[]) => {
    if (!limits) return
    const { fitting, problem } = sortFiles(files, [...kept, ...attachments], limits)
    tray.add(fitting)
    setError(problem && explain(problem.kind, problem.name))
  }
  const isArriving = attachments.some(({ state }) => state === 'reading' || state === 'uploading')
  const isEmpty = text.trim() === '' && kept.length === 0 && attachments.length === 0
  const save = async () => {
    if (isBusy || isArriving) return
    if (isEmpty) return setError(explain('empty'))
    setBusy(true)
    setError(undefined)
    try {
      // The path of a note's file is its id; see noteTray.
      const ready = tray.ready().map(({ path }) => ({ id: path }))
      const body = { text: text.trim(), attachments: [...kept.map(({ id }) => ({ id })), ...ready] }
      const params = { id: sessionId }
      if (entry) {
        await client.call(updateScratchlistEntry, { params: { ...params, entryId: entry.entryId }, body })
      } else await client.call(createScratchlistEntry, { params, body })
      tray.take()
      setText('')
      setKept([])
      refreshNotes(sessionId)
      onSaved()
    } catch (failure) {
      const kind = noteProblem(failure)
      setError(kind ? explain(kind) : failureText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  const drop = (id: string) => setKept((before) => before.filter((each) => each.id !== id))
  return { text, setText, kept, drop, tray, attachments, attach, isBusy, isArriving, error, save }
}

/** Files of a note are known by their ids, which the tray keeps where messages have paths. */
function noteTray(client: HubClient, id: string, limits: ScratchlistLimits | undefined): AttachmentTray {
  return new AttachmentTray({
    maxBytes: limits?.maxBytesPerFile ?? 0,
    read: uploadBody,
    upload: async (body, options) =>
      (await uploadTo(client, uploadScratchlistAttachment, { id }, body, options)).attachment.id,
    discard: (attachmentId) => client.call(deleteScratchlistAttachment, { params: { id, attachmentId } }),
    thumbnail: thumbnailOf,
    newId: () => crypto.randomUUID(),
  })
}
