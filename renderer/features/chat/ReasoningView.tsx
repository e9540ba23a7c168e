import { Brain } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReasoningItem } from '../../decode/conversation-item.ts'
import { Fold } from './Fold.tsx'

/** What the agent thought, folded. */
export function ReasoningView({ item }: { item: ReasoningItem }) {
  const { t } = useTranslation()
  return (
    <Fold
      id={item.id}
      icon={<Brain size={15} aria-hidden className="shrink-0 text-faint" />}
      summary={
        <span className="min-w-0 truncate text-muted">
          {item.live ? t('conversation.thinking') : t('conversation.thought')}
          <span className="ml-2 text-faint">{item.text.slice(0, 160)}</span>
        </span>
      }
    >
      <p className="px-1 text-sm whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{item.text}</p>
    </Fold>
  )
}
