import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_SEARCH_LIMIT_DEFAULT, searchSessionFiles } from '../../../contract/file.ts'
import { failureText, reasonText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { Failure } from './Failure.tsx'
import { FileRow } from './FileRow.tsx'
import { ListSkeleton } from './FolderEntries.tsx'

/** Whoever still types is not searched for yet. */
const TYPING_PAUSE_MS = 250

interface SearchResultsProps {
  sessionId: string
  query: string
  file: string | undefined
  onFile: (path: string, size: number | undefined) => void
}

/** The files whose path holds what was typed. */
export function SearchResults({ sessionId, query, file, onFile }: SearchResultsProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const settled = useSettled(query)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['files', sessionId, 'search', settled],
    queryFn: ({ signal }) =>
      client.call(searchSessionFiles, { params: { id: sessionId }, query: { query: settled }, signal }),
  })
  const problem = error
    ? failureText(t, error)
    : data && !data.success
      ? reasonText(t, data.error)
      : undefined
  if (problem !== undefined) {
    return (
      <Failure isBusy={isFetching} onRetry={() => void refetch()}>
        {t('files.searchFailed', { reason: problem })}
      </Failure>
    )
  }
  if (!data?.success) return <ListSkeleton label={t('files.loading')} />
  const { files } = data
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
      {files.length === 0 && (
        <p role="status" className="p-4 text-sm text-muted">
          {t('files.noMatch', { query: settled })}
        </p>
      )}
      <ul aria-label={t('files.results')} className="p-1.5">
        {files.map(({ fullPath, fileName, filePath, size }) => (
          <FileRow
            key={fullPath}
            kind="file"
            name={fileName}
            folder={filePath}
            size={size}
            isOpen={file === fullPath}
            onOpen={() => onFile(fullPath, size)}
          />
        ))}
      </ul>
      {files.length >= FILE_SEARCH_LIMIT_DEFAULT && (
        <p className="px-4 pb-4 text-sm text-muted">{t('files.more', { count: files.length })}</p>
      )}
    </div>
  )
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
