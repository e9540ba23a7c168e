import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FLAVORS, type Flavor, findFlavor } from '../../../contract/flavors.ts'
import { getAgentAvailability } from '../../../contract/machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Summary } from '../../ui/Summary.tsx'
import { failureText, reasonText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'

interface AgentPickerProps {
  machineId: string
  /** What is chosen; undefined until something can be. */
  flavor: Flavor | undefined
  onChange: (flavor: Flavor) => void
}

/** The agents of a computer: those that can be started, and why the others cannot. */
export function AgentPicker({ machineId, flavor, onChange }: AgentPickerProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { data, error, refetch } = useQuery({
    queryKey: ['availability', machineId],
    queryFn: ({ signal }) => client.call(getAgentAvailability, { params: { id: machineId }, signal }),
  })
  const agents = data && 'agents' in data ? data.agents : undefined
  const available = agents?.find((agent) => agent.available && findFlavor(agent.agent)?.spawnable)
  useEffect(() => {
    const first = findFlavor(available?.agent)
    if (!flavor && first) onChange(first)
  }, [flavor, available, onChange])

  const problem = error
    ? failureText(t, error)
    : data && 'error' in data && t('start.agentsFailed', { reason: reasonText(t, data.error) })
  if (problem) {
    return (
      <Notice
        kind="warn"
        action={
          <Button size="small" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {problem}
      </Notice>
    )
  }
  if (!agents) {
    return (
      <div role="status" aria-label={t('start.agentsLoading')} className="grid gap-2 sm:grid-cols-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    )
  }
  const offered = FLAVORS.filter(({ spawnable }) => spawnable).flatMap((each) => {
    const found = agents.find(({ agent }) => findFlavor(agent) === each)
    return found ? [{ flavor: each, ...found }] : []
  })
  const missing = offered.filter((each) => !each.available)
  return (
    <>
      {available === undefined && <Notice kind="warn">{t('start.noAgents')}</Notice>}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {offered
          .filter((each) => each.available)
          .map((each) => (
            <label
              key={each.flavor.id}
              className="flex min-h-11 items-center gap-2.5 rounded-xl border border-line bg-raised px-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="agent"
                checked={flavor === each.flavor}
                onChange={() => onChange(each.flavor)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 truncate font-medium">{each.flavor.label}</span>
            </label>
          ))}
      </div>
      {missing.length > 0 && (
        <details className="mt-2 text-sm text-muted">
          <Summary>{t('start.unavailable', { count: missing.length })}</Summary>
          <ul className="mt-1 flex flex-col gap-1 pl-4">
            {missing.map((each) => (
              <li key={each.flavor.id}>
                <span className="text-ink">{each.flavor.label}</span>:{' '}
                {t(`start.reason.${each.reason ?? 'not_found'}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
