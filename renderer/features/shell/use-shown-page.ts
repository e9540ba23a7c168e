import { useRouterState } from '@tanstack/react-router'

/**
 * What the router shows right now, which is the page before while the next one loads: another value means
 * that a page that broke is gone.
 */
export function useShownPage(): string {
  return useRouterState({ select: ({ matches }) => matches.map(({ id }) => id).join(' ') })
}
