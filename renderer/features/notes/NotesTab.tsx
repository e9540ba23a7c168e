import { QueryClientProvider } from '@tanstack/react-query'
import { StickyNote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SCRATCHLIST_ENTRIES_MAX } from '../../../contract/scratchlist.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useShownSession } from '../chat/session-context.ts'
import { Failure } from '../files/Failure.tsx'
import { ListSkeleton } from '../files/FolderEntries.tsx'
import { sessionQueries } from '../files/session-queries.ts'
import { NoteCard } from './NoteCard.tsx'
import { NoteForm } from './NoteForm.tsx'
import { useNoteLimits, useNotes } from './use-notes.ts'

/** Notes kept with the session until they are sent or thrown away. */
export function NotesTab() {
  const { session } = useShownSession()
  return (
    <QueryClientProvider client={sessionQueries}>
      <NoteList sessionId={session.id} />
    </QueryClientProvider>
  )
}

function NoteList({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useNotes(sessionId)
  const limits = useNoteLimits(sessionId)
  if (isError && !data) {
    return (
      <Failure isBusy={isFetching} onRetry={() => void refetch()}>
        {t('notes.loadFailed')}
      </Failure>
    )
  }
  if (!data) return <ListSkeleton label={t('notes.loading')} />
  const { entries } = data
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="safe-bottom mx-auto flex min-h-full max-w-3xl flex-col gap-4 p-4 sm:px-5">
        <p className="text-sm text-muted">{t('notes.intro')}</p>
        {entries.length >= SCRATCHLIST_ENTRIES_MAX ? (
          <Notice>{t('notes.atCap', { limit: SCRATCHLIST_ENTRIES_MAX })}</Notice>
        ) : (
          // The form needs the limits from its first moment on.
          <NoteForm
            key={String(limits !== undefined)}
            sessionId={sessionId}
            limits={limits}
            onSaved={() => {}}
          />
        )}
        {entries.length === 0 ? (
          <EmptyState icon={<StickyNote size={22} />} title={t('notes.none')} />
        ) : (
          <ul aria-label={t('notes.title')} className="flex flex-col gap-2.5">
            {entries.map((entry) => (
              <NoteCard key={entry.entryId} entry={entry} limits={limits} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
