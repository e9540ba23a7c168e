import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import type { CheckState, Finding, Remedy } from './health-checks.ts'

const ICONS: Record<CheckState, ReactNode> = {
  ok: <CircleCheck size={20} aria-hidden className="text-ok" />,
  warn: <TriangleAlert size={20} aria-hidden className="text-warn" />,
  bad: <CircleAlert size={20} aria-hidden className="text-danger" />,
  busy: <Spinner size={20} />,
}

interface CheckRowProps {
  name: string
  finding: Finding
  onAgain: () => void
  onConnect: () => void
}

/** One part of the whole: how it is, in a sentence, and what to do. */
export function CheckRow({ name, finding, onAgain, onConnect }: CheckRowProps) {
  const { t } = useTranslation()
  const { state, text, remedy } = finding
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-x-3 px-4 py-3 sm:grid-cols-[auto_1fr_auto]">
      <span className="mt-0.5 shrink-0">{ICONS[state]}</span>
      <div className="min-w-0">
        <h2 className="font-medium">
          {name} <span className="sr-only">({t(`health.state.${state}`)})</span>
        </h2>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{text}</p>
      </div>
      {remedy && (
        <div className="col-start-2 sm:col-start-3">
          <RemedyControl remedy={remedy} onAgain={onAgain} onConnect={onConnect} />
        </div>
      )}
    </li>
  )
}

function RemedyControl({
  remedy,
  onAgain,
  onConnect,
}: Omit<CheckRowProps, 'name' | 'finding'> & { remedy: Remedy }) {
  const { t } = useTranslation()
  switch (remedy) {
    case 'again':
      return (
        <Button size="small" onClick={onAgain}>
          {t('common.tryAgain')}
        </Button>
      )
    case 'connect':
      return (
        <Button size="small" onClick={onConnect}>
          {t('health.connect')}
        </Button>
      )
    case 'reload':
      return (
        <Button size="small" onClick={() => window.location.reload()}>
          {t('health.reload')}
        </Button>
      )
    case 'storage':
      return (
        <TextLink to="/settings" hash="storage">
          {t('health.toStorage')}
        </TextLink>
      )
    case 'pair':
      return <TextLink to="/pair">{t('health.toPair')}</TextLink>
    case 'reach':
      return <TextLink to="/pair">{t('health.toReach')}</TextLink>
    case 'configuration':
      return (
        <TextLink to="/settings" hash="configuration">
          {t('health.toConfiguration')}
        </TextLink>
      )
    case 'machines':
      return <TextLink to="/machines">{t('health.toMachines')}</TextLink>
    case 'devices':
      return <TextLink to="/devices">{t('health.toDevices')}</TextLink>
  }
}
