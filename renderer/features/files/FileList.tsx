import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Search, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { FIELD } from '../../ui/TextField.tsx'
import { FolderEntries } from './FolderEntries.tsx'
import { SearchResults } from './SearchResults.tsx'

interface FileListProps {
  sessionId: string
  path: string
  /** The opened one. */
  file: string | undefined
  onFolder: (path: string) => void
  onFile: (path: string, size: number | undefined) => void
}

/** A folder of the session, or what a search found in all of them. */
export function FileList({ sessionId, path, file, onFolder, onFile }: FileListProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  return (
    <>
      <div className="flex items-center gap-1 p-2">
        <div className="relative min-w-0 flex-1">
          <Search
            size={16}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
          />
          <input
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-label={t('files.search')}
            placeholder={t('files.search')}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className={classNames(
              FIELD,
              'min-h-9 pr-9 pl-9 text-sm pointer-coarse:min-h-11 [&::-webkit-search-cancel-button]:hidden',
            )}
          />
          {typed !== '' && (
            <IconButton
              label={t('files.clearSearch')}
              className="absolute top-1/2 right-0.5 size-8 -translate-y-1/2"
              onClick={() => setTyped('')}
            >
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </div>
        <IconButton
          label={t('files.refresh')}
          onClick={() => void queries.invalidateQueries({ queryKey: ['files', sessionId] })}
        >
          <RefreshCw size={16} aria-hidden />
        </IconButton>
      </div>
      {query === '' ? (
        <>
          <Crumbs path={path} onFolder={onFolder} />
          <FolderEntries sessionId={sessionId} path={path} file={file} onFolder={onFolder} onFile={onFile} />
        </>
      ) : (
        <SearchResults sessionId={sessionId} query={query} file={file} onFile={onFile} />
      )}
    </>
  )
}

function Crumbs({ path, onFolder }: Pick<FileListProps, 'path' | 'onFolder'>) {
  const { t } = useTranslation()
  const names = path === '' ? [] : path.split('/')
  const crumbs = [
    { name: t('files.root'), path: '' },
    ...names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') })),
  ]
  return <Breadcrumbs label={t('files.crumbs')} crumbs={crumbs} onOpen={onFolder} className="border-y" />
}
