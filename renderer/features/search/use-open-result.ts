import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchResult } from '../../../contract/search.ts'
import { setMessageTarget } from './message-target.ts'

/** Opens the session of a result at its message. */
export function useOpenResult(): (result: SearchResult) => void {
  const navigate = useNavigate()
  return useCallback(
    ({ sessionId, messageId, position }) => {
      setMessageTarget({ sessionId, messageId, position })
      void navigate({ to: '/sessions/$sessionId', params: { sessionId } })
    },
    [navigate],
  )
}
