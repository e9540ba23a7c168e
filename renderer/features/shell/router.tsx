import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { SessionRoute } from '../chat/SessionRoute.tsx'
import { HomePane } from './HomePane.tsx'
import { NotFound } from './NotFound.tsx'
import { Shell } from './Shell.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomePane })

const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$sessionId',
  component: function SessionPage() {
    return <SessionRoute sessionId={sessionRoute.useParams().sessionId} />
  },
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  component: lazyRouteComponent(() => import('../machines/StartSessionScreen.tsx'), 'StartSessionScreen'),
})

const routeTree = rootRoute.addChildren([homeRoute, sessionRoute, startRoute])

/** The pages of the window. */
export function createAppRouter() {
  return createRouter({ routeTree, scrollRestoration: false, defaultPendingMs: 150 })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
