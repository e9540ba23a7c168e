import { QueryClient } from '@tanstack/react-query'

/** What the parts of a session asked its agent; asked again on each visit, failures are for the person to retry. */
export const sessionQueries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, gcTime: 60_000 } },
})
