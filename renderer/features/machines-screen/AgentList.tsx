import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FLAVORS, findFlavor } from '../../../contract/flavors.ts'
import { getAgentAvailability } from '../../../contract/machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { failureText, reasonText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'

/** The agents of a computer: which can be started, and why the others cannot. */
export function AgentList({ machineId }: { machineId: string }) {
  const { t } = useTranslation()
  const { client } = useHub()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['availability', machineId],
    queryFn: ({ signal }) => client.call(getAgentAvailability, { params: { id: machineId }, signal }),
  })
  const problem = error
    ? failureText(t, error)
    : data && 'error' in data && t('machines.agentsFailed', { reason: reasonText(t, data.error) })
  const agents = data && 'agents' in data ? data.agents : []
  const shown = FLAVORS.filter(({ spawnable }) => spawnable).flatMap((flavor) => {
    const found = agents.find(({ agent }) => findFlavor(agent) === flavor)
    return found ? [{ flavor, ...found }] : []
  })
  shown.sort((a, b) => Number(b.available) - Number(a.available))
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold">{t('machines.agents')}</h3>
      {problem && (
        <Notice
          kind="warn"
          action={
            <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
      {!data && !problem && (
        <div role="status" aria-label={t('machines.agentsLoading')}>
          <Skeleton className="h-20" />
        </div>
      )}
      {data && !problem && !shown.some(({ available }) => available) && (
        <Notice kind="warn" className="mb-2">
          {t('machines.noAgents')}
        </Notice>
      )}
      {shown.length > 0 && (
        <ul className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2">
          {shown.map(({ flavor, available, reason }) => (
            <li key={flavor.id} className="flex items-start gap-2">
              {available ? (
                <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-ok" />
              ) : (
                <CircleSlash size={16} aria-hidden className="mt-0.5 shrink-0 text-faint" />
              )}
              <span>
                <span className="font-medium">{flavor.label}</span>{' '}
                <span className="text-muted">
                  {available ? t('machines.agentReady') : t(`start.reason.${reason ?? 'not_found'}`)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
