import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { Failure } from '../files/Failure.tsx'
import { nameOf } from '../files/file-content.ts'
import { DiffRows } from './DiffRows.tsx'
import { type CountedFile, loadDiff } from './load-changes.ts'

interface ChangedFileRowProps {
  sessionId: string
  file: CountedFile
  isStaged: boolean
}

const LOOKS: Partial<Record<CountedFile['kind'], string>> = {
  added: 'text-ok',
  deleted: 'text-danger',
  conflict: 'text-warn',
}

/** One changed file; unfolds to what changed in it. */
export function ChangedFileRow({ sessionId, file, isStaged }: ChangedFileRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { path, kind, from, counts } = file
  const folder = path.slice(0, Math.max(0, path.length - nameOf(path).length - 1))
  return (
    <li className="overflow-hidden rounded-xl border border-line bg-raised">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="tap flex min-h-10 w-full items-center gap-2.5 px-3 py-1.5 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <ChevronRight
          size={15}
          aria-hidden
          className={classNames('shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1">
          <span className="font-medium [overflow-wrap:anywhere]">{showControls(nameOf(path))}</span>
          {folder !== '' && (
            <span className="ml-2 text-xs text-muted [overflow-wrap:anywhere]">{showControls(folder)}</span>
          )}
          {from !== undefined && (
            <span className="block text-xs text-muted [overflow-wrap:anywhere]">
              {t('changes.from', { path: showControls(from) })}
            </span>
          )}
        </span>
        <span className={classNames('shrink-0 text-xs', LOOKS[kind] ?? 'text-muted')}>
          {t(`changes.kind.${kind}`)}
        </span>
        {counts?.added !== undefined && counts.added > 0 && (
          <span className="shrink-0 text-xs text-ok tabular-nums">
            <span aria-hidden>+{counts.added}</span>
            <span className="sr-only">{t('changes.plus', { count: counts.added })}</span>
          </span>
        )}
        {counts?.removed !== undefined && counts.removed > 0 && (
          <span className="shrink-0 text-xs text-danger tabular-nums">
            <span aria-hidden>−{counts.removed}</span>
            <span className="sr-only">{t('changes.minus', { count: counts.removed })}</span>
          </span>
        )}
      </button>
      {isOpen && (
        <div id={id} className="border-t border-line">
          <FileDiff sessionId={sessionId} file={file} isStaged={isStaged} />
        </div>
      )}
    </li>
  )
}

function FileDiff({ sessionId, file, isStaged }: ChangedFileRowProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { path, kind } = file
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['changes', sessionId, 'file', path, isStaged],
    queryFn: () => loadDiff(client, sessionId, { file, isStaged }),
  })
  if (error) {
    return (
      <Failure isBusy={isFetching} onRetry={() => void refetch()}>
        {t('changes.diffFailed', { reason: failureText(t, error) })}
      </Failure>
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label={t('changes.diffLoading')} className="flex flex-col gap-3 p-3">
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    )
  }
  return (
    <>
      {data.isBinary && <p className="p-3 text-sm text-muted">{t('changes.binary')}</p>}
      {!data.isBinary && data.rows.length === 0 && (
        <p className="p-3 text-sm text-muted">{t('changes.nothing')}</p>
      )}
      {data.rows.length > 0 && <DiffRows name={nameOf(path)} rows={data.rows} />}
      {data.isCut && <p className="border-t border-line p-3 text-sm text-muted">{t('changes.truncated')}</p>}
      {kind !== 'deleted' && (
        <Link
          to="/sessions/$sessionId/files"
          params={{ sessionId }}
          search={{ file: path }}
          className="tap flex min-h-9 items-center border-t border-line px-3 text-sm font-medium text-accent underline focus-visible:outline-offset-[-2px]"
        >
          {t('changes.openFile')}
        </Link>
      )}
    </>
  )
}
