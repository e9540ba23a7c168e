import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft, Laptop } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Machine } from '../../../contract/machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsWide } from '../../ui/use-media.ts'
import { useHub, useMachines } from '../connection/hub-context.ts'
import { machineName } from './machine-name.ts'
import { NoComputer } from './NoComputer.tsx'
import { StartSessionForm } from './StartSessionForm.tsx'
import { useArrival } from './use-arrival.ts'

/** What a computer answers is asked again on each visit; failures are for the person to retry. */
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, gcTime: 60_000 } },
})

/** Where, with which agent, and how: then a new session. */
export function StartSessionScreen() {
  const { t } = useTranslation()
  usePageTitle(t('start.title'))
  const isWide = useIsWide()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <QueryClientProvider client={queries}>
      <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
        <div className="safe-bottom mx-auto flex min-h-full w-full max-w-2xl flex-col px-4 pt-3 pb-8 sm:px-6 md:pt-6">
          <header className="mb-4 flex items-center gap-1">
            {!isWide && (
              <Link
                to="/"
                aria-label={t('start.back')}
                className="tap -ml-3 inline-flex size-11 items-center justify-center rounded-lg text-accent"
              >
                <ChevronLeft size={24} aria-hidden />
              </Link>
            )}
            <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
              {t('start.title')}
            </h1>
          </header>
          <MachineStep />
        </div>
      </div>
    </QueryClientProvider>
  )
}

function MachineStep() {
  const { t } = useTranslation()
  const { store } = useHub()
  const { status, machines } = useMachines()
  const { machine: askedFor } = useSearch({ from: '/start' })
  const [chosenId, setChosenId] = useState(askedFor)
  useArrival()
  const online = machines.filter(({ active }) => active)
  const chosen = online.find(({ id }) => id === chosenId) ?? online[0]
  if (status === 'loading') {
    return (
      <div role="status" aria-label={t('start.loading')} className="flex flex-col gap-4">
        <Skeleton className="h-12" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  if (status === 'error') {
    return (
      <Notice
        kind="danger"
        action={
          <Button size="small" onClick={() => void store.refreshMachines()}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('start.machinesFailed')}
      </Notice>
    )
  }
  if (!chosen) return <NoComputer />
  return (
    <div className="flex flex-col gap-7">
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">{t('start.computer')}</legend>
        <div className="flex flex-wrap gap-2">
          {online.map((machine) => (
            <MachineChoice
              key={machine.id}
              machine={machine}
              isChosen={machine === chosen}
              onChoose={() => setChosenId(machine.id)}
            />
          ))}
        </div>
      </fieldset>
      <StartSessionForm key={chosen.id} machine={chosen} />
    </div>
  )
}

interface MachineChoiceProps {
  machine: Machine
  isChosen: boolean
  onChoose: () => void
}

function MachineChoice({ machine, isChosen, onChoose }: MachineChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 rounded-xl border border-line bg-raised px-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name="machine"
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <Laptop size={18} aria-hidden className="text-faint" />
      <span className="font-medium">{machineName(machine)}</span>
    </label>
  )
}
