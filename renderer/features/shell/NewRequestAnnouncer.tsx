import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { showWaitingCount } from '../../ui/page-title.ts'
import { useSessionList } from '../connection/hub-context.ts'
import { titleOf } from '../sessions/session-words.ts'

/** Says when an agent begins to wait for an answer, and counts what waits in the window's title. */
export function NewRequestAnnouncer() {
  const { t } = useTranslation()
  const { sessions, status } = useSessionList()
  const known = useRef<ReadonlySet<string>>(undefined)

  useEffect(() => () => showWaitingCount(0), [])
  useEffect(() => {
    if (status !== 'ready') return
    const waiting = new Set<string>()
    for (const session of sessions) {
      if (!session.active) continue
      for (const { id } of session.pendingRequests) {
        const key = `${session.id} ${id}`
        waiting.add(key)
        if (known.current && !known.current.has(key)) {
          announce(t('shell.newRequest', { title: titleOf(session.metadata, t) }))
        }
      }
    }
    known.current = waiting
    showWaitingCount(waiting.size)
  }, [sessions, status, t])
  return null
}
