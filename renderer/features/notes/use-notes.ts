import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getScratchlistLimits, listScratchlist } from '../../../contract/scratchlist.ts'
import { isObject } from '../../decode/envelope.ts'
import { useHub } from '../connection/hub-context.ts'
import { sessionQueries } from '../files/session-queries.ts'

const keyOf = (sessionId: string) => ['notes', sessionId]

/** The notes of a session, fetched again whenever the hub says that they changed. */
export function useNotes(sessionId: string) {
  const { client, store } = useHub()
  useEffect(
    () =>
      store.onEvent((event) => {
        const isChange =
          event.type === 'session-updated' &&
          event.sessionId === sessionId &&
          isObject(event.data) &&
          'scratchlistUpdatedAt' in event.data
        // After a gap nobody can say what was missed.
        const isGap = event.type === 'connection-changed' && event.data?.resume !== 'ok'
        if (isChange || isGap) refreshNotes(sessionId)
      }),
    [store, sessionId],
  )
  return useQuery({
    queryKey: keyOf(sessionId),
    queryFn: ({ signal }) => client.call(listScratchlist, { params: { id: sessionId }, signal }),
  })
}

/** Fetches the notes again: what this page changes is not told to it while the stream is away. */
export function refreshNotes(sessionId: string): void {
  void sessionQueries.invalidateQueries({ queryKey: keyOf(sessionId) })
}

/** What notes can hold. */
export function useNoteLimits(sessionId: string) {
  const { client } = useHub()
  return useQuery({
    queryKey: ['note-limits'],
    queryFn: ({ signal }) => client.call(getScratchlistLimits, { params: { id: sessionId }, signal }),
    staleTime: 60 * 60_000,
  }).data?.limits
}
