import { Laptop } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useHub, useMachines } from '../connection/hub-context.ts'
import { ConnectSteps } from '../machines/ConnectSteps.tsx'
import { machineName } from '../machines/machine-name.ts'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { MachineCard } from './MachineCard.tsx'

/** The computers that are online, how they are, and what agents they have. */
export function MachinesScreen() {
  const { t } = useTranslation()
  return (
    <ScreenFrame title={t('machines.title')} intro={t('machines.intro')}>
      <Machines />
    </ScreenFrame>
  )
}

function Machines() {
  const { t } = useTranslation()
  const { store } = useHub()
  const { status, machines } = useMachines()
  const online = machines
    .filter(({ active }) => active)
    .sort((a, b) => machineName(a).localeCompare(machineName(b)))
  const again = () => void store.refreshMachines()
  if (status === 'loading') {
    return (
      <div role="status" aria-label={t('machines.loading')} className="flex flex-col gap-4">
        <Skeleton className="h-56" />
      </div>
    )
  }
  if (status === 'error') {
    return (
      <Notice
        kind="danger"
        action={
          <Button size="small" onClick={again}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('start.machinesFailed')}
      </Notice>
    )
  }
  if (online.length === 0) {
    return (
      <EmptyState
        icon={<Laptop size={22} />}
        title={t('machines.none')}
        action={
          <>
            <Button onClick={again}>{t('start.lookAgain')}</Button>
            <TextLink to="/pair" className="px-2">
              {t('nav.pair')}
            </TextLink>
          </>
        }
      >
        <ConnectSteps />
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {online.map((machine) => (
        <MachineCard key={machine.id} machine={machine} />
      ))}
    </div>
  )
}
