import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../chat/load-part.ts'
import { loadSessionPage } from '../chat/load-session-page.ts'
import { SessionSkeleton } from '../chat/SessionSkeleton.tsx'
import { readFilesPlace } from '../files/files-place.ts'
import { HomePane } from './HomePane.tsx'
import { loadScreen } from './load-screen.ts'
import { NotFound } from './NotFound.tsx'
import { Shell } from './Shell.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomePane })

const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$sessionId',
  component: lazyRouteComponent(loadSessionPage, 'SessionRoute'),
  pendingComponent: SessionSkeleton,
})

/** The conversation is there in any case; the session's other parts lie in front of it. */
const conversationRoute = createRoute({ getParentRoute: () => sessionRoute, path: '/' })

const filesRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: '/files',
  validateSearch: readFilesPlace,
  component: lazyRouteComponent(() => loadPart(() => import('../files/FilesTab.tsx')), 'FilesTab'),
})

const changesRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: '/changes',
  component: lazyRouteComponent(() => loadPart(() => import('../changes/ChangesTab.tsx')), 'ChangesTab'),
})

const notesRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: '/notes',
  component: lazyRouteComponent(() => loadPart(() => import('../notes/NotesTab.tsx')), 'NotesTab'),
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  /** The computer to begin with. */
  validateSearch: ({ machine }: Record<string, unknown>): { machine?: string } =>
    typeof machine === 'string' ? { machine } : {},
  component: lazyRouteComponent(
    () => loadScreen(() => import('../machines/StartSessionScreen.tsx')),
    'StartSessionScreen',
  ),
})

const machinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/machines',
  component: lazyRouteComponent(
    () => loadScreen(() => import('../machines-screen/MachinesScreen.tsx')),
    'MachinesScreen',
  ),
})

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  component: lazyRouteComponent(() => loadScreen(() => import('../usage/UsageScreen.tsx')), 'UsageScreen'),
})

const pairRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pair',
  component: lazyRouteComponent(() => loadScreen(() => import('../pairing/PairScreen.tsx')), 'PairScreen'),
})

const devicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices',
  component: lazyRouteComponent(
    () => loadScreen(() => import('../devices/DevicesScreen.tsx')),
    'DevicesScreen',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => loadScreen(() => import('../settings/SettingsScreen.tsx')),
    'SettingsScreen',
  ),
})

const healthRoute = createRoute({
  getParentRoute: () => rootRoute,
  // `/health` itself is the hub's answer to machines.
  path: '/check-up',
  component: lazyRouteComponent(
    () => loadScreen(() => import('../health-page/HealthScreen.tsx')),
    'HealthScreen',
  ),
})

const apiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developer-api',
  component: lazyRouteComponent(
    () => loadScreen(() => import('../api-reference/ApiScreen.tsx')),
    'ApiScreen',
  ),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  sessionRoute.addChildren([conversationRoute, filesRoute, changesRoute, notesRoute]),
  startRoute,
  machinesRoute,
  usageRoute,
  pairRoute,
  devicesRoute,
  settingsRoute,
  healthRoute,
  apiRoute,
])

/** The pages of the window. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    scrollRestoration: false,
    defaultPendingMs: 150,
    defaultPreload: 'intent',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
