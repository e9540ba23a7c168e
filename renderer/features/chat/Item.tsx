import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationItem } from '../../decode/conversation-item.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CodeBlock } from '../tools/CodeBlock.tsx'
import { LongMarkdown } from '../tools/LongMarkdown.tsx'
import { useSome } from '../tools/use-some.tsx'
import { AgentImage } from './AgentImage.tsx'
import { AgentRunView } from './AgentRunView.tsx'
import { EventLine } from './EventLine.tsx'
import { Fold } from './Fold.tsx'
import { MarkdownText } from './MarkdownText.tsx'
import { ReasoningView } from './ReasoningView.tsx'
import { ReviewView } from './ReviewView.tsx'
import { ToolView } from './ToolView.tsx'
import { UserBubble } from './UserBubble.tsx'

interface ItemProps {
  item: ConversationItem
  /** A search led to it. */
  isFound?: boolean
}

/** One entry of the conversation; renders again only when the entry changed, and breaks alone. */
export const Item = memo(function Item({ item, isFound = false }: ItemProps) {
  return (
    <ErrorBoundary isPiece resetKey={item}>
      <ItemBody item={item} isFound={isFound} />
    </ErrorBoundary>
  )
})

function ItemBody({ item, isFound }: Required<ItemProps>) {
  const { t } = useTranslation()
  switch (item.kind) {
    case 'user':
      return <UserBubble item={item} isFound={isFound} />
    case 'text':
      return (
        <div className="py-2">
          <MarkdownText text={item.text} />
        </div>
      )
    case 'reasoning':
      return <ReasoningView item={item} />
    case 'tool':
      return <ToolView item={item}>{item.children.length > 0 && <Steps items={item.children} />}</ToolView>
    case 'agent-run':
      return (
        <AgentRunView item={item}>{item.children.length > 0 && <Steps items={item.children} />}</AgentRunView>
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

/** So many steps of a sub-agent at first. */
const FIRST_STEPS = 30

/** What a sub-agent did. What it was told counts as said by nobody: no person wrote it. */
function Steps({ items }: { items: readonly ConversationItem[] }) {
  const { some, more } = useSome(items, FIRST_STEPS)
  return (
    <div className="flex min-w-0 flex-col gap-2 border-l-2 border-line pl-3">
      {some.map((item) =>
        item.kind === 'user' ? (
          <LongMarkdown key={item.id} text={item.text} />
        ) : (
          <Item key={item.id} item={item} />
        ),
      )}
      {more}
    </div>
  )
}
