import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'

/** Somebody works in the terminal: says so and offers to take over. */
export function TerminalNotice({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const { store } = useHub()
  const { run, isBusy, error } = useAction()
  return (
    <Notice
      action={
        <Button
          size="small"
          isBusy={isBusy}
          onClick={() => void run(() => store.actions.switchToRemote(sessionId))}
        >
          {t('session.takeOver')}
        </Button>
      }
    >
      {t('session.terminalControl')}
      {error !== undefined && (
        <span role="alert" className="block text-danger">
          {error}
        </span>
      )}
    </Notice>
  )
}
