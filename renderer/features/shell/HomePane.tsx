import { MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { areStepsHidden } from '../checklist/first-steps.ts'
import { useSessionList } from '../connection/hub-context.ts'
import { GetStarted } from '../machines/GetStarted.tsx'
import { loadScreen } from './load-screen.ts'

const FirstSteps = lazy(async () => ({
  default: (await loadScreen(() => import('../checklist/FirstSteps.tsx'))).FirstSteps,
}))

/** Beside the list while no session is open. */
export function HomePane() {
  const { t } = useTranslation()
  const { status, sessions } = useSessionList()
  const [hasSteps] = useState(() => !areStepsHidden(localStorage))
  return (
    <div className="thin-scroll flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto flex w-full flex-col items-center px-4 py-6">
        {status === 'ready' && sessions.length === 0 ? (
          <GetStarted />
        ) : (
          <EmptyState icon={<MessagesSquare size={22} />} title={t('home.title')}>
            {t('home.text')}
          </EmptyState>
        )}
        {hasSteps && (
          <ErrorBoundary>
            <Suspense fallback={null}>
              <FirstSteps />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  )
}
