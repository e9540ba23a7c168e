import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPushDiagnostics, listBrowsers, listDevices } from '../../../contract/owner.ts'
import { browserStorage } from '../../browser-storage.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useHub, useMachines, useSessionList } from '../connection/hub-context.ts'
import { registeredEndpoint } from '../notifications/push-endpoint.ts'
import { screenQueries } from '../shell/screen-queries.ts'
import { useIsOwner } from '../shell/screens.ts'
import { areStepsHidden, firstSteps, hasPhoneBrowser, hideSteps, type Step } from './first-steps.ts'

/** Phones register and sign in without an event. */
const ASK_EVERY_MS = 10_000

const TARGETS = {
  computer: '/machines',
  phone: '/pair',
  notifications: '/devices',
  session: '/start',
} as const satisfies Record<Step, string>

/** What a new owner does first; each step ticks itself, and the list goes when all are done or it is hidden. */
export function FirstSteps() {
  return (
    <QueryClientProvider client={screenQueries}>
      <Steps />
    </QueryClientProvider>
  )
}

function Steps() {
  const { t } = useTranslation()
  const { client } = useHub()
  const isOwner = useIsOwner()
  const machines = useMachines()
  const sessions = useSessionList()
  const [isHidden, setHidden] = useState(() => areStepsHidden(browserStorage))
  const devices = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => client.call(listDevices, { signal }),
    enabled: isOwner && !isHidden,
    refetchInterval: ASK_EVERY_MS,
  })
  const browsers = useQuery({
    queryKey: ['browsers'],
    queryFn: ({ signal }) => client.call(listBrowsers, { signal }),
    enabled: isOwner && !isHidden,
    refetchInterval: ASK_EVERY_MS,
  })
  const push = useQuery({
    queryKey: ['push-diagnostics'],
    queryFn: ({ signal }) => client.call(getPushDiagnostics, { signal }),
    enabled: isOwner && !isHidden,
  })
  const isKnown =
    machines.status !== 'loading' &&
    sessions.status !== 'loading' &&
    (!isOwner || (!devices.isPending && !browsers.isPending && !push.isPending))
  const steps = firstSteps({
    hasComputer: machines.machines.some(({ active }) => active),
    phones: isOwner ? devices.data?.devices : undefined,
    hasPhoneBrowser: hasPhoneBrowser(browsers.data?.browsers ?? [], browserStorage),
    diagnostics: push.data?.diagnostics,
    isBrowserNotified: registeredEndpoint(browserStorage) !== undefined,
    hasSession: sessions.sessions.length > 0,
  })
  const done = steps.filter(({ isDone }) => isDone).length
  const isAllDone = isKnown && !devices.isError && !browsers.isError && !push.isError && done === steps.length
  useEffect(() => {
    if (isAllDone) hideSteps(browserStorage)
  }, [isAllDone])
  if (isHidden || !isKnown || isAllDone) return null
  return (
    <section
      aria-labelledby="first-steps"
      className="w-full max-w-md rounded-2xl border border-line bg-raised p-2 text-left shadow-card"
    >
      <div className="flex items-center gap-2 pt-1 pl-3">
        <h2 id="first-steps" className="flex-1 font-semibold">
          {t('checklist.title')}
        </h2>
        <span className="text-sm text-muted">{t('checklist.progress', { done, total: steps.length })}</span>
        <IconButton
          label={t('checklist.dismiss')}
          onClick={() => {
            hideSteps(browserStorage)
            setHidden(true)
          }}
        >
          <X size={17} aria-hidden />
        </IconButton>
      </div>
      <ul>
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            <Link
              to={TARGETS[step]}
              className="flex min-h-14 items-center gap-3 rounded-xl px-3 py-2 hover:bg-hover"
            >
              {isDone ? (
                <CircleCheck size={20} aria-hidden className="shrink-0 text-ok" />
              ) : (
                <Circle size={20} aria-hidden className="shrink-0 text-faint" />
              )}
              <span className="min-w-0 flex-1">
                <span className={isDone ? 'text-muted' : 'font-medium'}>{t(`checklist.${step}`)}</span>{' '}
                <span className="sr-only">({isDone ? t('checklist.done') : t('checklist.open')})</span>
                {!isDone && <span className="block text-sm text-muted">{t(`checklist.${step}Text`)}</span>}
              </span>
              <ChevronRight size={17} aria-hidden className="shrink-0 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
