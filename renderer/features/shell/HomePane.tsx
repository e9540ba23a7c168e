import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FirstStepsPane } from '../checklist/FirstStepsPane.tsx'
import { useSessionList } from '../connection/hub-context.ts'
import { GetStarted } from '../machines/GetStarted.tsx'

/** Beside the list while no session is open. */
export function HomePane() {
  const { t } = useTranslation()
  const { status, sessions } = useSessionList()
  return (
    <div className="thin-scroll flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto flex w-full flex-col items-center px-4 py-6">
        {status === 'ready' && sessions.length === 0 ? (
          <GetStarted />
        ) : (
          <EmptyState icon={<MessagesSquare size={22} />} title={t('home.title')}>
            {t('home.text')}
          </EmptyState>
        )}
        <FirstStepsPane />
      </div>
    </div>
  )
}
