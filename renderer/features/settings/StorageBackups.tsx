import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  BACKUPS_KEPT,
  type Backup,
  type BackupsResponse,
  cancelRestore,
  listBackups,
  makeBackup,
} from '../../../contract/storage.ts'
import { findBridge } from '../../bridge.ts'
import { formatFull } from '../../i18n/format.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useConnection, useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

/** How often the hub is asked how far it is. */
const PROGRESS_MS = 400

/** Copies of the data: one press makes one, and each can be restored. */
export function StorageBackups() {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const [asked, setAsked] = useState<Backup>()
  const make = useMutation({
    mutationFn: () => client.call(makeBackup),
    onSuccess: ({ sizeBytes }) => {
      announce(t('storage.made', { size: formatBytes(sizeBytes, i18n.language) }))
      void query.refetch()
    },
  })
  const query = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => client.call(listBackups, { signal }),
    refetchInterval: make.isPending ? PROGRESS_MS : false,
  })
  // A hub that comes back may have restored one.
  const isLive = useConnection().state === 'live'
  const { refetch } = query
  useEffect(() => {
    if (isLive) void refetch()
  }, [isLive, refetch])
  return (
    <div>
      <h3 className="font-medium">{t('storage.backups')}</h3>
      <p className="mb-3 text-sm text-muted">{t('storage.backupsHint', { kept: BACKUPS_KEPT })}</p>
      <Button isBusy={make.isPending} onClick={() => make.mutate()}>
        {t('storage.make')}
      </Button>
      {make.isPending && <Progress running={query.data?.running ?? null} />}
      {make.data && !make.isPending && (
        <Notice className="mt-3">
          {t('storage.made', { size: formatBytes(make.data.sizeBytes, i18n.language) })}
        </Notice>
      )}
      {make.error && !make.isPending && (
        <Notice kind="danger" className="mt-3">
          {failureText(t, make.error)}
        </Notice>
      )}
      <div className="mt-3">
        <OwnerQuery
          query={query}
          loading={t('storage.loading')}
          failed={(reason) => t('storage.failed', { reason })}
          shape="h-20"
        >
          {(answer) => (
            <div className="flex flex-col gap-3">
              <RestoreState answer={answer} onChange={() => void query.refetch()} />
              <BackupList answer={answer} onRestore={setAsked} />
            </div>
          )}
        </OwnerQuery>
      </div>
      {asked && (
        <RestoreDialog
          backup={asked}
          onClose={() => setAsked(undefined)}
          onStaged={() => void query.refetch()}
        />
      )}
    </div>
  )
}

function Progress({ running }: { running: BackupsResponse['running'] }) {
  const { t, i18n } = useTranslation()
  const size = (bytes: number) => formatBytes(bytes, i18n.language)
  const isKnown = running !== null && running.totalBytes > 0
  return (
    <div className="mt-3 flex flex-col gap-1 text-sm">
      <progress
        aria-label={t('storage.making')}
        className="h-2 w-full max-w-sm accent-accent"
        {...(isKnown && { value: running.copiedBytes, max: running.totalBytes })}
      />
      <span className="text-muted tabular-nums">
        {isKnown
          ? t('storage.makingSize', { copied: size(running.copiedBytes), total: size(running.totalBytes) })
          : t('storage.making')}
      </span>
    </div>
  )
}

/** What waits for the next start, and how the last restore ended. */
function RestoreState({ answer, onChange }: { answer: BackupsResponse; onChange: () => void }) {
  const { t } = useTranslation()
  const { client } = useHub()
  const restart = findBridge()?.restartHub
  const cancel = useMutation({
    mutationFn: () => client.call(cancelRestore),
    onSuccess: () => {
      announce(t('storage.kept'))
      onChange()
    },
  })
  if (answer.staged) {
    return (
      <Notice kind="warn">
        <p>{t('storage.staged')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {restart && (
            <Button size="small" look="primary" onClick={() => void restart()}>
              {t('storage.restartNow')}
            </Button>
          )}
          <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('storage.keepPresent')}
          </Button>
        </div>
        {cancel.error && (
          <p role="alert" className="mt-2 text-danger">
            {failureText(t, cancel.error)}
          </p>
        )}
      </Notice>
    )
  }
  if (answer.lastRestore === 'restored') return <Notice>{t('storage.restored')}</Notice>
  if (answer.lastRestore === 'refused') return <Notice kind="warn">{t('storage.refused')}</Notice>
  return null
}

interface BackupListProps {
  answer: BackupsResponse
  onRestore: (backup: Backup) => void
}

function BackupList({ answer: { backups, folder }, onRestore }: BackupListProps) {
  const { t, i18n } = useTranslation()
  if (backups.length === 0) return <p className="text-sm text-muted">{t('storage.none')}</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {backups.map((backup) => {
          const date = formatFull(backup.createdAt, i18n.language)
          return (
            <li key={backup.name} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <span className="min-w-0 flex-1 basis-40">
                <time
                  dateTime={new Date(backup.createdAt).toISOString()}
                  className="block text-sm font-medium"
                >
                  {date}
                </time>
                <span className="block text-xs text-muted">
                  {t(`storage.kind.${backup.kind}`)} · {formatBytes(backup.sizeBytes, i18n.language)}
                </span>
              </span>
              <Button
                size="small"
                aria-label={t('storage.restoreOf', { date })}
                onClick={() => onRestore(backup)}
              >
                {t('storage.restore')}
              </Button>
            </li>
          )
        })}
      </ul>
      <p className="flex items-center gap-1 text-sm">
        <span className="shrink-0 text-muted">{t('storage.folder')}</span>
        <span className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{folder}</span>
        <CopyButton text={folder} />
      </p>
    </>
  )
}
