import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SEARCH_QUERY_MAX_LENGTH, type SearchResult, searchMessages } from '../../../contract/search.ts'
import { useHub } from '../connection/hub-context.ts'
import { screenQueries } from '../shell/screen-queries.ts'
import { isSearchable } from './is-searchable.ts'

/** Typing rests this long before the hub is asked. */
const REST_MS = 180
/** While the hub reads older messages, what it finds grows. */
const ASK_AGAIN_MS = 1500

export interface MessageSearch {
  /** Undefined until the first answer, and while there is nothing to look for. */
  results: readonly SearchResult[] | undefined
  /** The hub was asked, or is about to be; what is shown may be of the words before. */
  isSearching: boolean
  isIndexing: boolean
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

/** Asks the hub for messages with these words, once typing rests; earlier results stay until the next come. */
export function useMessageSearch(query: string): MessageSearch {
  const { client } = useHub()
  const wanted = isSearchable(query) ? query.trim().slice(0, SEARCH_QUERY_MAX_LENGTH) : ''
  const q = useRested(wanted)
  const search = useInfiniteQuery(
    {
      queryKey: ['search', q],
      queryFn: ({ signal, pageParam: cursor }) =>
        client.call(searchMessages, { query: { q, ...(cursor !== undefined && { cursor }) }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      enabled: q !== '',
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ isIndexing }) => isIndexing) ? ASK_AGAIN_MS : false,
      // What was just said is to be found.
      staleTime: 0,
      gcTime: 30_000,
    },
    screenQueries,
  )
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = search
  const isAsked = wanted !== ''
  return {
    results: isAsked ? data?.pages.flatMap(({ results }) => results) : undefined,
    isSearching: isAsked && (isFetching || q !== wanted),
    isIndexing: isAsked && (data?.pages.some(({ isIndexing }) => isIndexing) ?? false),
    error: isAsked ? error : null,
    hasMore: isAsked && hasNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}

/** `value` once it has not changed for a moment; at once when it is empty. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return value === '' ? '' : rested
}
