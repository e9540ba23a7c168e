import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { stateOf } from '../sessions/session-words.ts'
import { useSessionActions } from '../sessions/use-session-actions.ts'

/** In place of the composer: why nothing can be sent, and the way back. */
export function EndedNotice({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { reopen, action } = useSessionActions(session.id)
  const state = stateOf({ ...session, pendingRequestsCount: 0, backgroundTaskCount: 0 })
  return (
    <div className="flex flex-col gap-2">
      {action.error !== undefined && <Notice kind="danger">{action.error}</Notice>}
      <div className="flex flex-wrap items-center gap-3 rounded-2xl border border-line bg-sunken p-3 pl-4">
        <p className="min-w-48 flex-1 text-sm text-muted">
          {state === 'archived' ? t('session.archivedText') : t('session.endedText')}
        </p>
        <Button
          look="primary"
          isBusy={action.isBusy}
          icon={<RotateCcw size={16} aria-hidden />}
          onClick={() => void reopen()}
        >
          {action.isBusy ? t('session.reopening') : t('session.reopen')}
        </Button>
      </div>
    </div>
  )
}
