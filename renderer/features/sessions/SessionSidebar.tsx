import { Link } from '@tanstack/react-router'
import { Plus, Search, X } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserStorage } from '../../browser-storage.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsWide } from '../../ui/use-media.ts'
import { FirstStepsPane } from '../checklist/FirstStepsPane.tsx'
import { useHub, useMachines, useSessionList } from '../connection/hub-context.ts'
import { computerNames, withUnnamed } from '../machines/computer-names.ts'
import { GetStarted } from '../machines/GetStarted.tsx'
import { isSearchable } from '../search/is-searchable.ts'
import { AppMenu } from '../shell/AppMenu.tsx'
import { loadScreen } from '../shell/load-screen.ts'
import { groupSessions, searchSessions } from './group-sessions.ts'
import { SessionList } from './SessionList.tsx'

const ConversationResults = lazy(async () => ({
  default: (await loadScreen(() => import('../search/ConversationResults.tsx'))).ConversationResults,
}))

const NO_COMPUTERS: ReadonlyMap<string, string> = new Map()

/** The list of sessions with search, and the way to a new one. */
export function SessionSidebar() {
  const { t } = useTranslation()
  const { store } = useHub()
  const isWide = useIsWide()
  const { status, sessions } = useSessionList()
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the list is a page of its own.
  useEffect(() => {
    if (!isWide) heading.current?.focus({ preventScroll: true })
  }, [isWide])
  const deferredQuery = useDeferredValue(query)
  const { machines } = useMachines()
  const named = useMemo(() => computerNames(browserStorage, machines), [machines])
  // The hub tells no name of a computer that is switched off.
  const computers = useMemo(
    () => withUnnamed(named, sessions, t('sessions.otherComputer')),
    [named, sessions, t],
  )
  const groups = useMemo(
    () => groupSessions(searchSessions(sessions, deferredQuery), computers),
    [sessions, deferredQuery, computers],
  )
  const hasSeveralComputers = useMemo(
    () => new Set(sessions.flatMap(({ metadata }) => metadata?.machineId ?? [])).size > 1,
    [sessions],
  )
  const isSearching = sessions.length > 0 && isSearchable(deferredQuery)
  return (
    <nav aria-label={t('sessions.title')} className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-center gap-1 px-4 pt-3 pb-2">
        <h1 ref={heading} tabIndex={-1} className="flex-1 text-lg font-semibold">
          {t('sessions.title')}
        </h1>
        <AppMenu />
        <Link
          to="/start"
          aria-label={t('sessions.start')}
          title={t('sessions.start')}
          className="tap inline-flex size-9 items-center justify-center rounded-lg bg-accent text-on-accent hover:bg-accent-hover"
        >
          <Plus size={19} aria-hidden />
        </Link>
      </header>
      {sessions.length > 0 && (
        <div className="relative mx-4 mb-2">
          <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-faint" />
          <input
            ref={field}
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            aria-label={t('sessions.search')}
            placeholder={t('sessions.search')}
            className="min-h-10 w-full rounded-lg border border-line bg-raised pr-10 pl-9 pointer-coarse:min-h-11 [&::-webkit-search-cancel-button]:hidden"
          />
          {query !== '' && (
            <IconButton
              label={t('sessions.clearSearch')}
              className="absolute top-1/2 right-0.5 -translate-y-1/2"
              onClick={() => {
                setQuery('')
                field.current?.focus()
              }}
            >
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
      {status === 'error' && (
        <div className="px-4 py-2">
          <Notice
            kind="danger"
            action={
              <Button size="small" onClick={() => store.retryNow()}>
                {t('common.tryAgain')}
              </Button>
            }
          >
            {t('sessions.loadFailed')}
          </Notice>
        </div>
      )}
      {status === 'loading' && <LoadingRows label={t('sessions.loading')} />}
      {groups.length > 0 && (
        <div className={isSearching ? 'flex max-h-[45%] shrink-0 flex-col' : 'contents'}>
          <SessionList
            groups={groups}
            query={deferredQuery.trim()}
            computers={hasSeveralComputers ? computers : NO_COMPUTERS}
          />
        </div>
      )}
      {status === 'ready' && groups.length === 0 && sessions.length > 0 && (
        <p className="px-6 py-4 text-center text-sm text-muted" role="status">
          {t('sessions.noMatch', { query: deferredQuery })}
        </p>
      )}
      {isSearching && (
        <div className="thin-scroll safe-bottom min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <ErrorBoundary>
            <Suspense fallback={null}>
              <ConversationResults query={deferredQuery} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      {status === 'ready' &&
        sessions.length === 0 &&
        (isWide ? (
          <p className="px-4 py-2 text-sm text-muted">{t('sessions.none')}</p>
        ) : (
          <div className="thin-scroll flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-4">
            <GetStarted />
            <FirstStepsPane />
          </div>
        ))}
    </nav>
  )
}

const SHAPES = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-2/5']

function LoadingRows({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-6 px-5 py-4">
      {SHAPES.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change
        <div key={index} className="flex flex-col gap-2">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}
