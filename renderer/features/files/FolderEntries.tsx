import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listSessionDirectory, type SessionDirectoryEntry } from '../../../contract/file.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { failureText, reasonText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { Failure } from './Failure.tsx'
import { FileRow } from './FileRow.tsx'

interface FolderEntriesProps {
  sessionId: string
  path: string
  file: string | undefined
  onFolder: (path: string) => void
  onFile: (path: string, size: number | undefined) => void
}

/** What lies in a folder: folders first, then files, by name. */
export function FolderEntries({ sessionId, path, file, onFolder, onFile }: FolderEntriesProps) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['files', sessionId, 'folder', path],
    queryFn: ({ signal }) =>
      client.call(listSessionDirectory, { params: { id: sessionId }, query: { path }, signal }),
  })
  const problem = error
    ? failureText(t, error)
    : data && !data.success
      ? reasonText(t, data.error)
      : undefined
  if (problem !== undefined) {
    return (
      <Failure isBusy={isFetching} onRetry={() => void refetch()}>
        {t('files.listFailed', { reason: problem })}
      </Failure>
    )
  }
  if (!data?.success) return <ListSkeleton label={t('files.loading')} />
  if (data.entries.length === 0) return <p className="p-4 text-sm text-muted">{t('files.empty')}</p>
  const inside = (name: string) => (path === '' ? name : `${path}/${name}`)
  return (
    <ul aria-label={t('files.list')} className="thin-scroll min-h-0 flex-1 overflow-y-auto p-1.5">
      {[...data.entries].sort(byKindAndName(i18n.language)).map(({ name, type, size }) => (
        <FileRow
          key={name}
          kind={type}
          name={name}
          size={size}
          isOpen={type === 'file' && file === inside(name)}
          onOpen={() => (type === 'directory' ? onFolder(inside(name)) : onFile(inside(name), size))}
        />
      ))}
    </ul>
  )
}

/** Rows that load. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-5 p-4">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  )
}

function byKindAndName(locale: string) {
  const rank = ({ type }: SessionDirectoryEntry) => (type === 'directory' ? 0 : 1)
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return (a: SessionDirectoryEntry, b: SessionDirectoryEntry) => rank(a) - rank(b) || compare(a.name, b.name)
}
