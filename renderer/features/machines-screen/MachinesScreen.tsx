import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHub, useMachines } from '../connection/hub-context.ts'
import { ConnectSteps } from '../machines/ConnectSteps.tsx'
import { machineName } from '../machines/machine-name.ts'
import { NoComputer } from '../machines/NoComputer.tsx'
import { useArrival } from '../machines/use-arrival.ts'
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
  const arrived = useArrival()
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
  if (online.length === 0) return <NoComputer />
  return (
    <div className="flex flex-col gap-4">
      {arrived && (
        <p
          data-testid="arrival"
          className="flex items-center gap-3 rounded-xl border border-line bg-ok-soft px-4 py-3"
        >
          <CircleCheck size={22} aria-hidden className="shrink-0 text-ok" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">
              {t('getStarted.arrived', { computer: machineName(arrived) })}
            </span>
            <span className="block text-sm text-muted">{t('connect.arrivedText')}</span>
          </span>
        </p>
      )}
      {online.map((machine) => (
        <MachineCard key={machine.id} machine={machine} />
      ))}
      <AnotherComputer />
    </div>
  )
}

function AnotherComputer() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={t('connect.another')}
      aside={
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'connect.hideSteps' : 'connect.showSteps')}
        </Button>
      }
    >
      {isOpen ? <ConnectSteps /> : <p className="text-sm text-muted">{t('connect.anotherText')}</p>}
    </Section>
  )
}
