import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { Elapsed } from '../../ui/Time.tsx'
import { agentName } from '../sessions/session-words.ts'

/** Says that the agent works, and for how long. */
export function WorkingLine({ session, isWaiting }: { session: Session; isWaiting: boolean }) {
  const { t } = useTranslation()
  const { active, thinking, thinkingAt, activeTurnStartedAt, metadata } = session
  if (!active || !thinking || isWaiting) return null
  return (
    <p role="status" className="flex items-center gap-2.5 px-2 text-sm text-muted">
      <span aria-hidden className="flex gap-1">
        <span className="size-1.5 animate-breathe rounded-full bg-accent" />
        <span className="size-1.5 animate-breathe rounded-full bg-accent [animation-delay:200ms]" />
        <span className="size-1.5 animate-breathe rounded-full bg-accent [animation-delay:400ms]" />
      </span>
      {t('session.working', { agent: agentName(metadata, t) })}
      <Elapsed since={activeTurnStartedAt ?? thinkingAt} />
    </p>
  )
}
