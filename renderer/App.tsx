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

/** The whole window: signed out, on the way, or the product. */
export function App({ link }: { link: SignInLink | undefined }) {
  return (
    <ErrorBoundary>
      <Window link={link} />
    </ErrorBoundary>
  )
}

function Window({ link }: { link: SignInLink | undefined }) {
  const { t } = useTranslation()
  const { hub, isBusy, hasAsked, problem, otherHub, submit } = useSignedInHub(link)
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
  return <SignInScreen problem={problem} otherHub={otherHub} isBusy={isBusy} onSubmit={submit} />
}
