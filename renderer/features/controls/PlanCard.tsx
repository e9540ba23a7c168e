import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { implementPlan } from '../../../contract/configuration.ts'
import type { Session } from '../../../contract/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { agentName } from '../sessions/session-words.ts'
import { planProblem } from './plan-problem.ts'

/** A plan the agent proposes: have it carried out, or say what should be different. */
export function PlanCard({ session, planId }: { session: Session; planId: string }) {
  const { t } = useTranslation()
  const { client, store } = useHub()
  const { id, metadata } = session
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<unknown>()
  const agent = agentName(metadata, t)
  const problem = error === undefined ? undefined : planProblem(error)

  const implement = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await store.actions.act(id, client.call(implementPlan, { params: { id }, body: { planId } }))
      setDone(true)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  if (isDone) return null
  return (
    <section aria-label={t('plan.label')} className="rounded-xl border border-accent bg-accent-soft p-3.5">
      <h2 className="flex items-center gap-2 font-semibold">
        <ListChecks size={18} aria-hidden className="shrink-0 text-accent" />
        {t('plan.title', { agent })}
      </h2>
      <p className="mt-1 text-sm">{t('plan.text')}</p>
      {error !== undefined && (
        <Notice kind="danger" className="mt-2.5">
          {problem ? t(`plan.problem.${problem}`, { agent }) : failureText(t, error)}
        </Notice>
      )}
      <Button look="primary" isBusy={isBusy} className="mt-3" onClick={() => void implement()}>
        {t('plan.implement')}
      </Button>
    </section>
  )
}
