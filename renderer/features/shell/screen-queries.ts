import { QueryClient } from '@tanstack/react-query'

/** What the screens asked the hub; asked again on each visit, and failures are for the person to retry. */
export const screenQueries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, gcTime: 5 * 60_000 } },
})
