import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useHub } from '../connection/hub-context.ts'
import { ConnectSteps } from './ConnectSteps.tsx'

/** Where there should be a computer and is none: how one is connected, until it is there. */
export function NoComputer() {
  const { t } = useTranslation()
  const { store } = useHub()
  return (
    <Section title={t('machines.none')}>
      <ConnectSteps />
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        <p className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-sm text-muted">
          <Spinner />
          {t('connect.waiting')}
        </p>
        <Button size="small" onClick={() => void store.refreshMachines()}>
          {t('start.lookAgain')}
        </Button>
      </div>
    </Section>
  )
}
