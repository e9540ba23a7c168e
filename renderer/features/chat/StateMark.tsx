import { Ban, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../ui/Spinner.tsx'
import type { StepState } from '../tools/step-state.ts'
import type { ToolKind } from '../tools/tool-kinds.ts'
import { useConversation } from './conversation-context.ts'

interface StateMarkProps {
  state: StepState
  /** What was asked for, where people could say no to it. */
  kind?: ToolKind
}

/** How far a step is: seen while it runs or waits, once it failed, was refused or was cut short, read out always. */
export function StateMark({ state, kind }: StateMarkProps) {
  const { t } = useTranslation()
  const { isAtWork } = useConversation()
  switch (state) {
    case 'done':
      return <span className="sr-only">{t('toolCards.state.done')}</span>
    case 'running':
      if (!isAtWork) return <span className="shrink-0 text-xs text-faint">{t('tools.unfinished')}</span>
      return (
        <span className="shrink-0 text-faint">
          <Spinner size={14} />
          <span className="sr-only">{t('tools.running')}</span>
        </span>
      )
    case 'waiting':
      return <span className="shrink-0 text-xs font-medium text-warn">{t('toolCards.state.waiting')}</span>
    case 'denied':
    case 'withdrawn':
      return (
        <span className="flex shrink-0 items-center gap-1 text-muted">
          <Ban size={14} aria-hidden />
          <span className="text-xs">{t(refusal(state, kind))}</span>
        </span>
      )
    case 'error':
      return (
        <span className="flex shrink-0 items-center gap-1 text-danger">
          <CircleX size={15} aria-hidden />
          <span className="text-xs">{t('tools.failed')}</span>
        </span>
      )
  }
}

/** Nobody allows a question or a plan. */
function refusal(state: 'denied' | 'withdrawn', kind: ToolKind | undefined) {
  if (kind === 'question') return 'toolCards.notAnswered' as const
  return kind === 'plan' && state === 'denied'
    ? 'toolCards.notAccepted'
    : (`toolCards.state.${state}` as const)
}
