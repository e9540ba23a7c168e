import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, MoonStar } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { useIsWide } from '../../ui/use-media.ts'
import { useShownSession } from '../chat/session-context.ts'
import { FileList } from './FileList.tsx'
import { FileViewer } from './FileViewer.tsx'
import type { FilesPlace } from './files-place.ts'
import { sessionQueries } from './session-queries.ts'

/** The files of the session: its folders, a search, and the chosen file beside them. */
export function FilesTab() {
  const { t } = useTranslation()
  const { session } = useShownSession()
  const { id: sessionId, active } = session
  const isWide = useIsWide()
  const navigate = useNavigate()
  const { path = '', file } = useSearch({ from: '/sessions/$sessionId/files' })
  const [knownSize, setKnownSize] = useState<number>()
  const go = useCallback(
    (search: FilesPlace) => navigate({ to: '/sessions/$sessionId/files', params: { sessionId }, search }),
    [navigate, sessionId],
  )
  const openFile = (next: string, size: number | undefined) => {
    setKnownSize(size)
    void go({ ...(path !== '' && { path }), file: next })
  }
  if (!active) {
    return (
      <EmptyState icon={<MoonStar size={22} />} title={t('files.title')}>
        {t('files.inactive')}
      </EmptyState>
    )
  }
  const hasList = isWide || file === undefined
  return (
    <QueryClientProvider client={sessionQueries}>
      <div className="flex min-h-0 flex-1">
        {hasList && (
          <div
            className={classNames(
              'flex min-h-0 flex-col',
              isWide ? 'w-72 border-r border-line lg:w-80' : 'w-full',
            )}
          >
            <FileList
              sessionId={sessionId}
              path={path}
              file={file}
              onFolder={(next) => void go(next === '' ? {} : { path: next })}
              onFile={openFile}
            />
          </div>
        )}
        {(isWide || file !== undefined) && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {file === undefined ? (
              <EmptyState icon={<FileText size={22} />} title={t('files.title')}>
                {t('files.pick')}
              </EmptyState>
            ) : (
              <ErrorBoundary resetKey={file}>
                <FileViewer
                  key={file}
                  sessionId={sessionId}
                  path={file}
                  knownSize={knownSize}
                  onBack={isWide ? undefined : () => void go(path === '' ? {} : { path })}
                />
              </ErrorBoundary>
            )}
          </div>
        )}
      </div>
    </QueryClientProvider>
  )
}
