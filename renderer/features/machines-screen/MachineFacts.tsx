import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Machine } from '../../../contract/machine.ts'
import { systemName, uptimeIn } from './uptime.ts'

/** What the computer says of itself, as a list of names and values. */
export function MachineFacts({ machine }: { machine: Machine }) {
  const { t, i18n } = useTranslation()
  const { metadata, health } = machine
  const percent = (value: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(value / 100)
  const facts: [string, string][] = []
  if (metadata) facts.push([t('machines.system'), `${systemName(metadata.platform)}, ${metadata.host}`])
  if (health?.cpuPercent !== undefined) {
    const used = percent(health.cpuPercent)
    facts.push([
      t('machines.processor'),
      health.cpuCount === undefined
        ? used
        : t('machines.processorValue', { percent: used, count: health.cpuCount }),
    ])
  } else if (health?.load1m !== undefined) {
    facts.push([t('machines.load'), health.load1m.toLocaleString(i18n.language)])
  }
  if (health?.memoryPercent !== undefined) {
    const used = percent(health.memoryPercent)
    facts.push([t('machines.memory'), t('machines.memoryValue', { percent: used })])
  }
  if (health?.uptimeSeconds !== undefined) {
    const { unit, count } = uptimeIn(health.uptimeSeconds)
    facts.push([
      t('machines.uptime'),
      unit === 'days' ? t('machines.uptimeDays', { count }) : t('machines.uptimeHours', { count }),
    ])
  }
  if (metadata?.happyCliVersion !== undefined) {
    facts.push([t('machines.runner'), t('machines.runnerVersion', { version: metadata.happyCliVersion })])
  }
  const roots = metadata?.workspaceRoots ?? []
  facts.push([t('machines.folders'), roots.length > 0 ? roots.join(', ') : t('machines.anyFolder')])
  return (
    <div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {!health && <p className="mt-2 text-sm text-muted">{t('machines.noHealth')}</p>}
    </div>
  )
}
