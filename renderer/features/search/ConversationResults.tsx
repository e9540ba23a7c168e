import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchResult } from '../../../contract/search.ts'
import { showControls } from '../../decode/show-controls.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Age } from '../../ui/Time.tsx'
import { failureText } from '../connection/failure-text.ts'
import { setMessageTarget } from './message-target.ts'
import { Snippet } from './Snippet.tsx'
import { useMessageSearch } from './use-message-search.ts'

/** Messages that hold the words, below the sessions whose names do. */
export function ConversationResults({ query }: { query: string }) {
  const { t } = useTranslation()
  const id = useId()
  const { results, isSearching, isIndexing, error, hasMore, loadMore, retry } = useMessageSearch(query)
  return (
    <section aria-labelledby={id} aria-busy={isSearching} className="border-t border-line pt-2 pb-4">
      <h2 id={id} className="px-5 py-1 text-xs font-semibold text-muted">
        {t('search.title')}
      </h2>
      {error && (
        <div className="px-4 py-1">
          <Notice
            kind="danger"
            action={
              <Button size="small" isBusy={isSearching} onClick={retry}>
                {t('common.tryAgain')}
              </Button>
            }
          >
            {t('search.failed', { reason: failureText(t, error) })}
          </Notice>
        </div>
      )}
      {!results && !error && (
        <div className="flex flex-col gap-2 px-5 py-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      )}
      {results && (
        <ul>
          {results.map((result) => (
            <li key={result.messageId} className="px-2">
              <ResultLink result={result} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={results?.length === 0 ? 'px-5 py-2 text-sm text-muted' : 'sr-only'}>
        {statusOf()}
      </p>
      {isIndexing && <p className="px-5 py-1 text-xs text-muted">{t('search.indexing')}</p>}
      {hasMore && (
        <div className="px-4 pt-1">
          <Button size="small" look="quiet" isBusy={isSearching} onClick={loadMore}>
            {t('search.more')}
          </Button>
        </div>
      )}
    </section>
  )

  function statusOf(): string {
    if (error) return ''
    if (isSearching || !results) return t('search.searching')
    return results.length === 0 ? t('search.none', { query }) : t('search.found', { count: results.length })
  }
}

function ResultLink({ result }: { result: SearchResult }) {
  const { t } = useTranslation()
  const { sessionId, sessionName, messageId, position, role, createdAt, snippet } = result
  return (
    <Link
      to="/sessions/$sessionId"
      params={{ sessionId }}
      // A link to the session that is open already has to go to the message all the same.
      onClick={() => setMessageTarget({ sessionId, messageId, position })}
      activeProps={{}}
      className="block min-h-11 rounded-xl px-3 py-2 hover:bg-hover"
    >
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{showControls(sessionName)}</span>
        <Age at={createdAt} className="shrink-0 text-xs text-faint tabular-nums" />
      </span>
      <span className="line-clamp-2 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
        <span className="text-faint">{t(role === 'user' ? 'search.you' : 'search.agent')}: </span>
        <Snippet snippet={snippet} />
      </span>
    </Link>
  )
}
