import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationItem } from '../../decode/conversation-item.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CodeBlock } from '../tools/CodeBlock.tsx'
import { AgentImage } from './AgentImage.tsx'
import { AgentRunView } from './AgentRunView.tsx'
import { EventLine } from './EventLine.tsx'
import { Fold } from './Fold.tsx'
import { MarkdownText } from './MarkdownText.tsx'
import { ReasoningView } from './ReasoningView.tsx'
import { ReviewView } from './ReviewView.tsx'
import { ToolView } from './ToolView.tsx'
import { UserBubble } from './UserBubble.tsx'

/** One entry of the conversation; renders again only when the entry changed, and breaks alone. */
export const Item = memo(function Item({ item }: { item: ConversationItem }) {
  return (
    <ErrorBoundary isPiece resetKey={item}>
      <ItemBody item={item} />
    </ErrorBoundary>
  )
})

function ItemBody({ item }: { item: ConversationItem }) {
  const { t } = useTranslation()
  switch (item.kind) {
    case 'user':
      return <UserBubble item={item} />
    case 'text':
      return (
        <div className="py-2">
          <MarkdownText text={item.text} />
        </div>
      )
    case 'reasoning':
      return <ReasoningView item={item} />
    case 'tool':
      return (
        <ToolView item={item}>
          <Children items={item.children} />
        </ToolView>
      )
    case 'agent-run':
      return (
        <AgentRunView item={item}>
          <Children items={item.children} />
        </AgentRunView>
      )
    case 'review':
      return <ReviewView item={item} />
    case 'image':
      return <AgentImage item={item} />
    case 'event':
      return <EventLine item={item} />
    case 'error':
      return <Notice kind="danger">{item.text || t('events.error')}</Notice>
    case 'raw':
      return (
        <Fold id={item.id} summary={<span className="text-muted">{t('conversation.raw')}</span>}>
          <CodeBlock text={item.json} />
        </Fold>
      )
  }
}

function Children({ items }: { items: readonly ConversationItem[] }) {
  if (items.length === 0) return null
  return (
    <div className="flex flex-col gap-2 border-l-2 border-line pl-3">
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </div>
  )
}
