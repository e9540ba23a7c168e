import { QueryClientProvider } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { useIsWide } from '../../ui/use-media.ts'
import { useConnection } from '../connection/hub-context.ts'
import { screenQueries } from './screen-queries.ts'

interface ScreenFrameProps {
  title: string
  intro?: string
  isWider?: boolean
  /** Where the way back leads on a phone, for screens its bar does not name. */
  backTo?: '/settings' | '/pair'
  actions?: ReactNode
  children: ReactNode
}

/** A screen beside the sessions: heading, one column, its own questions to the hub. */
export function ScreenFrame({ title, intro, isWider = false, backTo, actions, children }: ScreenFrameProps) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useFreshAnswersAfterOutage()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <QueryClientProvider client={screenQueries}>
      <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
        <div
          className={classNames(
            'mx-auto flex min-h-full w-full flex-col px-4 pt-3 pb-8 sm:px-6 md:pt-6',
            isWider ? 'max-w-5xl' : 'max-w-3xl',
          )}
        >
          <header className="mb-5">
            <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1">
              {!isWide && backTo && (
                <Link
                  to={backTo}
                  aria-label={t('screen.back')}
                  className="tap -ml-3 inline-flex size-11 items-center justify-center rounded-lg text-accent"
                >
                  <ChevronLeft size={24} aria-hidden />
                </Link>
              )}
              <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-xl font-semibold">
                {title}
              </h1>
              {actions}
            </div>
            {intro !== undefined && <p className="max-w-prose text-sm text-muted">{intro}</p>}
          </header>
          {children}
        </div>
      </div>
    </QueryClientProvider>
  )
}

/** What was asked for while the hub was away got no answer, and it may come back with other data. */
function useFreshAnswersAfterOutage(): void {
  const { state } = useConnection()
  const wasAway = useRef(false)
  useEffect(() => {
    if (state === 'live' && wasAway.current) void screenQueries.invalidateQueries()
    // The first connection is none that came back.
    wasAway.current = state === 'reconnecting' || state === 'offline'
  }, [state])
}
