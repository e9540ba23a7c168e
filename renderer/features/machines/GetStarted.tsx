import { Link } from '@tanstack/react-router'
import { Laptop, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useMachines } from '../connection/hub-context.ts'
import { useArrival } from './use-arrival.ts'

const NEXT =
  'inline-flex min-h-11 items-center rounded-lg bg-accent px-4 font-medium text-on-accent hover:bg-accent-hover'

/** What to do when there is no session yet: connect a computer, or start on one that is there. */
export function GetStarted() {
  const { t } = useTranslation()
  const { machines, status } = useMachines()
  useArrival()
  if (status === 'loading') return null
  if (machines.some(({ active }) => active)) {
    return (
      <EmptyState
        icon={<Sparkles size={22} />}
        title={t('getStarted.readyTitle')}
        action={
          <Link to="/start" className={NEXT}>
            {t('sessions.start')}
          </Link>
        }
      >
        {t('getStarted.readyText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Laptop size={22} />}
      title={t('getStarted.connectTitle')}
      action={
        <Link to="/machines" className={NEXT}>
          {t('getStarted.connectHow')}
        </Link>
      }
    >
      {t('getStarted.connectText')}
    </EmptyState>
  )
}
