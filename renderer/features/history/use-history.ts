import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Session } from '../../../contract/session.ts'
import type { UserItem } from '../../decode/conversation-item.ts'
import { useHub, useMessages } from '../connection/hub-context.ts'
import { type Action, useAction } from '../connection/use-action.ts'
import type { MessageActions } from './history-context.ts'
import { isBoundary, isOffered, obstacleOf } from './history-rules.ts'

export interface History {
  /** Undefined where the agent can do nothing with single messages. */
  messageActions: MessageActions | undefined
  /** Of the copy under way or the one that failed. */
  forking: Action
  fork: (messageLocalId?: string) => void
  /** The message somebody wants to go back to before. */
  rewinding: UserItem | undefined
  stopRewinding: () => void
}

/** What can be done with the history of a session. */
export function useHistory(session: Session): History {
  const { client, store } = useHub()
  const navigate = useNavigate()
  const { id } = session
  const forking = useAction()
  const { run } = forking
  const { queued } = useMessages(id)
  const [rewinding, setRewinding] = useState<UserItem>()

  const fork = useCallback(
    (messageLocalId?: string) => {
      void run(async () => {
        const { forkSession } = await import('../../../contract/history.ts')
        const body = messageLocalId === undefined ? {} : { messageLocalId }
        const { sessionId } = await store.actions.act(id, client.call(forkSession, { params: { id }, body }))
        await navigate({ to: '/sessions/$sessionId', params: { sessionId } })
      })
    },
    [run, store, client, id, navigate],
  )
  const canFork = isOffered(session, 'forkAtMessage')
  const canRewind = isOffered(session, 'rewindToMessage')
  const obstacle = obstacleOf(session, queued.length)
  const messageActions = useMemo(
    (): MessageActions | undefined =>
      canFork || canRewind
        ? {
            canFork,
            canRewind,
            obstacle,
            isBoundary: (localId) => isBoundary(session, localId),
            fork: ({ row }) => row.localId !== null && fork(row.localId),
            rewind: setRewinding,
          }
        : undefined,
    [canFork, canRewind, obstacle, session, fork],
  )
  const stopRewinding = useCallback(() => setRewinding(undefined), [])
  return { messageActions, forking, fork, rewinding, stopRewinding }
}
