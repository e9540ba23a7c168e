import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { PermissionCard } from './PermissionCard.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { readQuestions } from './questions.ts'
import { REQUEST_HEADING_ID, waitingRequests } from './requests.ts'

interface RequestDockProps {
  session: Session
  /** What scrolls around it. */
  scroller: RefObject<HTMLElement | null>
}

/** What the agent waits for, the oldest first and one at a time. */
export function RequestDock({ session, scroller }: RequestDockProps) {
  const { t } = useTranslation()
  const waiting = useMemo(() => waitingRequests(session), [session])
  const first = waiting[0]
  const questions = useMemo(
    () => first && readQuestions(first.request.tool, first.request.arguments),
    [first],
  )

  // The pressed button is gone with its card: whoever used the keyboard goes on at the next thing to do.
  const firstId = first?.id
  const shownId = useRef(firstId)
  useEffect(() => {
    if (shownId.current === firstId) return
    const wasShown = shownId.current !== undefined
    shownId.current = firstId
    if (!wasShown || document.activeElement !== document.body) return
    const next = firstId === undefined ? 'main' : REQUEST_HEADING_ID
    document.getElementById(next)?.focus({ preventScroll: true })
  }, [firstId])

  // In little room its end may be in sight, and with it the buttons, while what is asked is not.
  const card = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another card
  useEffect(() => {
    const area = scroller.current
    if (!area || !card.current) return
    // Not by scrollIntoView, which moves the whole page where it can.
    area.scrollTop += card.current.getBoundingClientRect().top - area.getBoundingClientRect().top
  }, [firstId, scroller])

  if (!session.active || !first) return null
  const count = waiting.length > 1 ? t('permission.count', { total: waiting.length }) : undefined
  return (
    <div ref={card}>
      {questions ? (
        <QuestionCard
          key={first.id}
          session={session}
          requestId={first.id}
          questions={questions}
          count={count}
        />
      ) : (
        <PermissionCard key={first.id} session={session} waiting={first} count={count} />
      )}
    </div>
  )
}
