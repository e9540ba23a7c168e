import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useSessionList } from '../connection/hub-context.ts'
import { GetStarted } from '../machines/GetStarted.tsx'

/** Beside the list while no session is open. */
export function HomePane() {
  const { t } = useTranslation()
  const { status, sessions } = useSessionList()
  if (status === 'ready' && sessions.length === 0) return <GetStarted />
  return (
    <EmptyState icon={<MessagesSquare size={22} />} title={t('home.title')}>
      {t('home.text')}
    </EmptyState>
  )
}
