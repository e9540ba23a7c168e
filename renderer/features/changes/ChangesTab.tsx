import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { FolderCheck, FolderX, GitBranch, MoonStar, RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useShownSession } from '../chat/session-context.ts'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { Failure } from '../files/Failure.tsx'
import { ListSkeleton } from '../files/FolderEntries.tsx'
import { sessionQueries } from '../files/session-queries.ts'
import { ChangedFileRow } from './ChangedFileRow.tsx'
import { type CountedFile, loadChanges } from './load-changes.ts'

/** What the agent changed in its folder and has not committed. */
export function ChangesTab() {
  const { t } = useTranslation()
  const { session } = useShownSession()
  if (!session.active) {
    return (
      <EmptyState icon={<MoonStar size={22} />} title={t('changes.title')}>
        {t('files.inactive')}
      </EmptyState>
    )
  }
  return (
    <QueryClientProvider client={sessionQueries}>
      <ChangeList sessionId={session.id} isWorking={session.thinking} />
    </QueryClientProvider>
  )
}

function ChangeList({ sessionId, isWorking }: { sessionId: string; isWorking: boolean }) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['changes', sessionId, 'list'],
    queryFn: ({ signal }) => loadChanges(client, sessionId, signal),
  })
  // An agent that has just finished has probably changed something.
  useEffect(() => {
    if (!isWorking) void sessionQueries.invalidateQueries({ queryKey: ['changes', sessionId] })
  }, [isWorking, sessionId])

  if (error && !data) {
    return (
      <Failure isBusy={isFetching} onRetry={() => void refetch()}>
        {t('changes.failed', { reason: failureText(t, error) })}
      </Failure>
    )
  }
  if (!data) return <ListSkeleton label={t('changes.loading')} />
  if (data.kind === 'no-repository') {
    return (
      <EmptyState icon={<FolderX size={22} />} title={t('changes.notGit')}>
        {t('changes.notGitText')}
      </EmptyState>
    )
  }
  const { branch, staged, unstaged } = data
  const count = new Set([...staged, ...unstaged].map(({ path }) => path)).size
  return (
    <>
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3 text-sm text-muted md:px-5">
        {branch !== undefined && (
          <span className="flex min-w-0 items-center gap-1.5">
            <GitBranch size={15} aria-hidden className="shrink-0" />
            <span className="sr-only">{t('changes.branch', { name: branch })}</span>
            <span aria-hidden className="truncate font-mono text-xs">
              {branch}
            </span>
          </span>
        )}
        <span className="flex-1" role="status">
          {count > 0 && t('changes.count', { count })}
        </span>
        <IconButton
          label={t('changes.refresh')}
          onClick={() => void sessionQueries.invalidateQueries({ queryKey: ['changes', sessionId] })}
        >
          {isFetching ? <Spinner /> : <RefreshCw size={16} aria-hidden />}
        </IconButton>
      </div>
      {error && (
        <Failure isBusy={isFetching} onRetry={() => void refetch()}>
          {t('changes.failed', { reason: failureText(t, error) })}
        </Failure>
      )}
      {count === 0 ? (
        <EmptyState icon={<FolderCheck size={22} />} title={t('changes.none')}>
          {t('changes.noneText')}
        </EmptyState>
      ) : (
        <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex max-w-5xl flex-col gap-5 p-3 md:p-5">
            <FileGroup sessionId={sessionId} title={t('changes.staged')} files={staged} isStaged />
            <FileGroup
              sessionId={sessionId}
              title={t('changes.unstaged')}
              files={unstaged}
              isStaged={false}
            />
          </div>
        </div>
      )}
    </>
  )
}

interface FileGroupProps {
  sessionId: string
  title: string
  files: readonly CountedFile[]
  isStaged: boolean
}

function FileGroup({ sessionId, title, files, isStaged }: FileGroupProps) {
  if (files.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      <ul className="flex flex-col gap-1.5">
        {files.map((file) => (
          <ChangedFileRow key={file.path} sessionId={sessionId} file={file} isStaged={isStaged} />
        ))}
      </ul>
    </section>
  )
}
