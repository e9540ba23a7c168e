import { type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../decode/conversation-item.ts'
import { showControls } from '../../decode/show-controls.ts'
import { stepState } from '../tools/step-state.ts'
import { toolCall } from '../tools/tool-call.ts'
import { TOOL_ICONS } from '../tools/tool-icons.ts'
import { toolKindOf } from '../tools/tool-kinds.ts'
import { toolTitle } from '../tools/tool-title.ts'
import { useConversation } from './conversation-context.ts'
import { Fold } from './Fold.tsx'
import { lazyPart } from './load-part.ts'
import { StateMark } from './StateMark.tsx'

const ToolBody = lazyPart(() => import('../tools/ToolBody.tsx'), 'ToolBody')

/** More than a line holds. */
const TITLE_CHARACTERS = 300

interface ToolViewProps {
  item: ToolItem
  /** What a sub-agent did under this call. */
  children: ReactNode
}

/** A step the agent took: one line, and all of it on request. */
export function ToolView({ item, children }: ToolViewProps) {
  const { t } = useTranslation()
  const { folder, isAtWork, asked } = useConversation()
  const call = useMemo(() => toolCall(item), [item])
  const state = stepState(item, asked.get(item.callId))
  const { label, detail } = toolTitle(item, call, { folder, state, isAtWork }, t)
  const kind = toolKindOf(item.name, item.input)
  const Icon = TOOL_ICONS[kind]
  return (
    <Fold
      id={item.id}
      icon={<Icon size={15} aria-hidden className="shrink-0 text-faint" />}
      summary={
        <>
          <span className="max-w-[75%] shrink-0 truncate text-muted">
            {showControls(label.slice(0, TITLE_CHARACTERS))}
          </span>
          <span className="min-w-0 flex-1 truncate font-mono text-[0.8125rem] text-ink">
            {showControls(detail.slice(0, TITLE_CHARACTERS))}
          </span>
          <StateMark state={state} kind={kind} />
        </>
      }
    >
      <Suspense fallback={<div data-testid="loading" className="min-h-12" />}>
        <ToolBody item={item} call={call} state={state}>
          {children}
        </ToolBody>
      </Suspense>
    </Fold>
  )
}
