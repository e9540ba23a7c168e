import { Bot } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentRunItem } from '../../decode/conversation-item.ts'
import { isObject } from '../../decode/envelope.ts'
import { showControls } from '../../decode/show-controls.ts'
import { type AgentCall, agentCall } from '../tools/agent-call.ts'
import { Fold } from './Fold.tsx'
import { lazyPart } from './load-part.ts'
import { StateMark } from './StateMark.tsx'

const AgentCard = lazyPart(() => import('../tools/AgentCard.tsx'), 'AgentCard')

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
          <span className="min-w-0 flex-1 truncate">
            {showControls((item.statusText ?? item.summary ?? '').slice(0, 300))}
          </span>
          <StateMark state={item.state} />
        </>
      }
    >
      <Suspense fallback={<div data-testid="loading" className="min-h-12" />}>
        <AgentCard call={callOf(item)} state={item.state}>
          {children}
        </AgentCard>
      </Suspense>
    </Fold>
  )
}

function callOf({ input, summary, statusText }: AgentRunItem): AgentCall {
  const told = isObject(input) ? agentCall(input, undefined) : undefined
  const prompt = typeof input === 'string' && input !== '' ? input : told?.prompt
  return {
    kind: 'agent',
    task: told?.task ?? statusText,
    agentType: told?.agentType,
    prompt,
    answer: summary ?? '',
    isInBackground: false,
  }
}
