import { CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../decode/conversation-item.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { useConversation } from './conversation-context.ts'

/** How far a step is: seen while it runs, once it failed or was cut short, read out always. */
export function StateMark({ state }: { state: ToolItem['state'] }) {
  const { t } = useTranslation()
  const { isAtWork } = useConversation()
  if (state === 'done') return <span className="sr-only">{t('toolCards.state.done')}</span>
  if (state === 'running' && !isAtWork)
    return <span className="shrink-0 text-xs text-faint">{t('tools.unfinished')}</span>
  if (state === 'running') {
    return (
      <span className="shrink-0 text-faint">
        <Spinner size={14} />
        <span className="sr-only">{t('tools.running')}</span>
      </span>
    )
  }
  return (
    <span className="flex shrink-0 items-center gap-1 text-danger">
      <CircleX size={15} aria-hidden />
      <span className="text-xs">{t('tools.failed')}</span>
    </span>
  )
}
