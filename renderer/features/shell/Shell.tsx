import { Outlet, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { findBridge } from '../../bridge.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { LiveRegion } from '../../ui/LiveRegion.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { useIsWide } from '../../ui/use-media.ts'
import { PaletteHost } from '../palette/PaletteHost.tsx'
import { SessionSidebar } from '../sessions/SessionSidebar.tsx'
import { ShortcutsHost } from '../shortcuts/ShortcutsHost.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { loadScreen } from './load-screen.ts'
import { NavigationBar, NavigationRail } from './Navigation.tsx'
import { NewRequestAnnouncer } from './NewRequestAnnouncer.tsx'
import { isSessionsPath } from './screens.ts'
import { usePreload } from './use-preload.ts'
import { useShownPage } from './use-shown-page.ts'

/** Only in the desktop window is there anything to load. */
const DesktopBanners = lazy(async () => {
  const { DesktopBanners } = await loadScreen(() => import('../settings/DesktopBanners.tsx'))
  return { default: DesktopBanners }
})

/** Neither is worth a broken page when it cannot be loaded. */
const ToastHost = lazy<ComponentType>(() =>
  import('../toasts/ToastHost.tsx').then(({ ToastHost }) => ({ default: ToastHost }), nothing),
)
const WebAppHost = lazy<ComponentType>(() =>
  import('../web-app/WebAppHost.tsx').then(({ WebAppHost }) => ({ default: WebAppHost }), nothing),
)
const nothing = () => ({ default: () => null })

/** The screens' names, the list of sessions and the page side by side; on a phone one of the latter. */
export function Shell() {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isHome = path === '/'
  const shownPage = useShownPage()
  const bridge = findBridge()
  usePreload()
  usePageTitle(isHome ? t('sessions.title') : undefined)
  const hasList = isWide ? isSessionsPath(path) : isHome
  // On a phone the list is all there is.
  const ListFrame = isWide ? 'div' : 'main'
  return (
    <div className="safe-top safe-x flex h-full flex-col">
      {(isWide || !isHome) && (
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
        >
          {t('shell.skip')}
        </a>
      )}
      <LiveRegion />
      <ErrorBoundary isPiece>
        <NewRequestAnnouncer />
        <PaletteHost />
        <ShortcutsHost />
      </ErrorBoundary>
      <ErrorBoundary isPiece>
        <ConnectionBanner />
      </ErrorBoundary>
      <ErrorBoundary isPiece>
        <Suspense fallback={null}>
          {bridge ? <DesktopBanners bridge={bridge} /> : <WebAppHost />}
          <ToastHost />
        </Suspense>
      </ErrorBoundary>
      <div className="flex min-h-0 flex-1">
        {isWide && (
          <ErrorBoundary isPiece>
            <NavigationRail />
          </ErrorBoundary>
        )}
        {hasList && (
          <ListFrame className="flex min-h-0 w-full flex-col bg-side md:w-80 md:border-r md:border-line lg:w-88">
            <ErrorBoundary>
              <SessionSidebar />
            </ErrorBoundary>
          </ListFrame>
        )}
        {(isWide || !isHome) && (
          <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col">
            <ErrorBoundary resetKey={shownPage}>
              <Outlet />
            </ErrorBoundary>
          </main>
        )}
      </div>
      {!isWide && (isHome || !isSessionsPath(path)) && (
        <ErrorBoundary isPiece>
          <NavigationBar />
        </ErrorBoundary>
      )}
    </div>
  )
}
