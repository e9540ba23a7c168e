import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface FailureProps {
  children: string
  isBusy: boolean
  onRetry: () => void
}

/** A part that could not be loaded, with the way to try again. */
export function Failure({ children, isBusy, onRetry }: FailureProps) {
  const { t } = useTranslation()
  return (
    <div className="p-4">
      <Notice
        kind="warn"
        action={
          <Button size="small" isBusy={isBusy} onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {children}
      </Notice>
    </div>
  )
}
