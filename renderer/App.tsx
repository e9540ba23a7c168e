import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInLink } from './client/sign-in-link.ts'
import { HubContext } from './features/connection/hub-context.ts'
import { createAppRouter } from './features/shell/router.tsx'
import { SignInScreen } from './features/sign-in/SignInScreen.tsx'
import { useSignedInHub } from './features/sign-in/use-signed-in-hub.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { Spinner } from './ui/Spinner.tsx'

interface AppProps {
  /** The sign-in in the address the page was opened with. */
  link: SignInLink | undefined
  /** What a messaging client opened the page with. */
  initData: string | undefined
}

/** The whole window: signed out, on the way, or the product. */
export function App(opening: AppProps) {
  return (
    <ErrorBoundary>
      <Window {...opening} />
    </ErrorBoundary>
  )
}

function Window(opening: AppProps) {
  const { t } = useTranslation()
  const { hub, isBusy, hasAsked, ...asking } = useSignedInHub(opening)
  const router = useMemo(() => createAppRouter(), [])
  if (hub) {
    return (
      <HubContext value={hub}>
        <RouterProvider router={router} />
      </HubContext>
    )
  }
  if (isBusy && !hasAsked) {
    return (
      <main className="flex h-full items-center justify-center gap-3 text-muted" role="status">
        <Spinner size={20} />
        {t('signIn.busy')}
      </main>
    )
  }
  return <SignInScreen isBusy={isBusy} {...asking} />
}
