import { lazy, Suspense, useState } from 'react'
import { browserStorage } from '../../browser-storage.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { loadScreen } from '../shell/load-screen.ts'
import { areStepsHidden } from './first-steps.ts'

const FirstSteps = lazy(async () => ({
  default: (await loadScreen(() => import('./FirstSteps.tsx'))).FirstSteps,
}))

/** The first steps, loaded only where somebody has not taken or hidden them yet. */
export function FirstStepsPane() {
  const [hasSteps] = useState(() => !areStepsHidden(browserStorage))
  if (!hasSteps) return null
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <FirstSteps />
      </Suspense>
    </ErrorBoundary>
  )
}
