import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import type { AgentCall } from './agent-call.ts'
import { LongMarkdown } from './LongMarkdown.tsx'
import type { StepState } from './step-state.ts'

interface AgentCardProps {
  call: AgentCall
  state: StepState
  /** What it said and did. */
  children: ReactNode
}

/** A sub-agent: its task, how far it is, its steps and its answer. */
export function AgentCard({ call, state, children }: AgentCardProps) {
  const { t } = useTranslation()
  const { task, agentType, prompt, answer, isInBackground } = call
  const stateText = t(isInBackground ? 'toolCards.inBackground' : `toolCards.state.${state}`)
  return (
    <>
      <p className="px-1 text-sm text-muted [overflow-wrap:anywhere]">
        {[agentType, stateText]
          .filter((word) => word !== undefined)
          .map(showControls)
          .join(' · ')}
      </p>
      {task !== undefined && (
        <p className="px-1 text-sm font-medium [overflow-wrap:anywhere]">{showControls(task)}</p>
      )}
      {prompt !== undefined && (
        <Part title={t('toolCards.task')}>
          <LongMarkdown text={prompt} />
        </Part>
      )}
      {children && <Part title={t('toolCards.steps')}>{children}</Part>}
      {answer !== '' && (
        <Part title={t('toolCards.answer')}>
          <LongMarkdown text={answer} />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1">
      <p aria-hidden className="px-1 text-xs font-medium text-faint">
        {title}
      </p>
      {children}
    </section>
  )
}
