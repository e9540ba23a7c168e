import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { MessageSquareOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { browserStorage } from '../../browser-storage.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub, useRedirect, useSession, useWatchedSession } from '../connection/hub-context.ts'
import { moveDraft } from './drafts.ts'
import { SessionSkeleton } from './SessionSkeleton.tsx'
import { SessionView } from './SessionView.tsx'

const route = getRouteApi('/sessions/$sessionId')

/** One session by its address: loads it, follows it to its successor, says when it is gone. */
export function SessionRoute() {
  const { sessionId } = route.useParams()
  const { t } = useTranslation()
  const { store } = useHub()
  const navigate = useNavigate()
  useWatchedSession(sessionId)
  const { status, session, error } = useSession(sessionId)
  const successor = useRedirect(sessionId)

  useEffect(() => {
    if (successor === undefined) return
    moveDraft(browserStorage, sessionId, successor)
    void navigate({ to: '/sessions/$sessionId', params: { sessionId: successor }, replace: true })
  }, [sessionId, successor, navigate])

  if (session) return <SessionView key={sessionId} session={session} />
  if (status === 'missing') {
    return (
      <EmptyState
        icon={<MessageSquareOff size={22} />}
        title={t('session.missingTitle')}
        isPage
        action={
          <Link to="/" className="inline-flex min-h-11 items-center font-medium text-accent underline">
            {t('session.backToList')}
          </Link>
        }
      >
        {t('session.missingText')}
      </EmptyState>
    )
  }
  if (status === 'error') {
    return (
      <div className="m-auto max-w-md p-4">
        <Notice
          kind="danger"
          action={
            <Button size="small" onClick={() => store.retryNow()}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {t('session.loadFailed', { reason: failureText(t, error) })}
        </Notice>
      </div>
    )
  }
  return <SessionSkeleton />
}
