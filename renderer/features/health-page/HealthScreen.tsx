import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { useHub } from '../connection/hub-context.ts'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { CheckRow } from './CheckRow.tsx'
import { useChecks } from './use-checks.ts'

/** Whether all parts work together, each with a sentence and one thing to do. */
export function HealthScreen() {
  const { t } = useTranslation()
  return (
    <ScreenFrame title={t('health.title')} backTo="/settings">
      <Checks />
    </ScreenFrame>
  )
}

function Checks() {
  const { t } = useTranslation()
  const { store } = useHub()
  const { checks, isBusy, again } = useChecks()
  const isLooking = checks.some(({ finding }) => finding.state === 'busy')
  const troubles = checks.filter(({ finding: { state } }) => state === 'bad' || state === 'warn').length
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-lg font-medium">
          {isLooking
            ? t('health.loading')
            : troubles === 0
              ? t('health.allFine')
              : t('health.someFine', { count: troubles })}
        </p>
        <Button icon={<RotateCw size={16} aria-hidden />} isBusy={isBusy} onClick={again}>
          {t('health.again')}
        </Button>
      </div>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-raised shadow-card">
        {checks.map(({ name, finding }) => (
          <CheckRow
            key={name}
            name={t(`health.${name}`)}
            finding={finding}
            onAgain={again}
            onConnect={() => store.retryNow()}
          />
        ))}
      </ul>
    </div>
  )
}
