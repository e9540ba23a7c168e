import { Bot, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentRunItem } from '../../decode/conversation-item.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { Fold } from './Fold.tsx'
import { MarkdownText } from './MarkdownText.tsx'

interface AgentRunViewProps {
  item: AgentRunItem
  /** What it said and did. */
  children: ReactNode
}

/** A sub-agent that works beside the conversation. */
export function AgentRunView({ item, children }: AgentRunViewProps) {
  const { t } = useTranslation()
  return (
    <Fold
      id={item.id}
      icon={<Bot size={15} aria-hidden className="shrink-0 text-faint" />}
      summary={
        <>
          <span className="shrink-0 text-muted">{t('conversation.subAgent')}</span>
          <span className="min-w-0 flex-1 truncate">{item.statusText ?? item.summary}</span>
          {item.state === 'running' && <Spinner size={14} />}
          {item.state === 'error' && (
            <CircleX size={15} className="text-danger" aria-label={t('tools.failed')} />
          )}
        </>
      }
    >
      {children}
      {item.summary !== undefined && <MarkdownText text={item.summary} />}
    </Fold>
  )
}
