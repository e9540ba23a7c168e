import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useId, useMemo, useRef } from 'react'
import type { Session } from '../../../contract/session.ts'
import { classNames } from '../../ui/class-names.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { MessageActionsContext } from '../history/history-context.ts'
import { useHistory } from '../history/use-history.ts'
import { RequestDock } from '../permissions/RequestDock.tsx'
import { useShownPage } from '../shell/use-shown-page.ts'
import { keepToastPlace } from '../toasts/toasts.ts'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { isTerminalControlled, planProposal } from './control.ts'
import { EndedNotice } from './EndedNotice.tsx'
import { lazyPart } from './load-part.ts'
import { QueueBar } from './QueueBar.tsx'
import { SessionHeader } from './SessionHeader.tsx'
import { SessionTabs } from './SessionTabs.tsx'
import { type ComposerPort, SessionContext } from './session-context.ts'
import { tabOf } from './session-tabs.ts'
import { TerminalNotice } from './TerminalNotice.tsx'
import { TodoPanel } from './TodoPanel.tsx'
import { WorkingLine } from './WorkingLine.tsx'

const ControlBar = lazyPart(() => import('../controls/ControlBar.tsx'), 'ControlBar')
const TeamPanel = lazyPart(() => import('../controls/TeamPanel.tsx'), 'TeamPanel')
const RewindDialog = lazyPart(() => import('../history/RewindDialog.tsx'), 'RewindDialog')
const PlanCard = lazyPart(() => import('../controls/PlanCard.tsx'), 'PlanCard')

/** One session: its conversation, or one of its other parts in front of it. */
export function SessionView({ session }: { session: Session }) {
  const panelId = useId()
  const tab = useLocation({ select: ({ pathname }) => tabOf(pathname) })
  const shownPage = useShownPage()
  const composer = useRef<ComposerPort>(undefined)
  const history = useHistory(session)
  const { messageActions, rewinding, stopRewinding } = history
  const shared = useMemo(() => ({ session, composer }), [session])
  const isConversation = tab === 'conversation'
  const hasRequests = Object.keys(session.agentState?.requests ?? {}).length > 0
  const panel = { id: panelId, role: 'tabpanel', 'aria-labelledby': `${panelId}-${tab}` } as const
  return (
    <SessionContext value={shared}>
      <ErrorBoundary isPiece resetKey={session}>
        <SessionHeader session={session} history={history} />
        <SessionTabs sessionId={session.id} tab={tab} isWaiting={hasRequests} panelId={panelId} />
      </ErrorBoundary>
      {/* Messages take room of their own here: they must hide neither the way back nor what is asked. */}
      <div ref={keepToastPlace} className="shrink-0" />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {/* It stays behind the other parts, and so keeps its place, its draft and its uploads. */}
        <div
          {...(isConversation && panel)}
          inert={!isConversation}
          className={classNames('flex min-h-0 flex-1 flex-col', !isConversation && 'invisible')}
        >
          <MessageActionsContext value={messageActions}>
            <ConversationPanel session={session} hasRequests={hasRequests} />
          </MessageActionsContext>
        </div>
        {!isConversation && (
          <div {...panel} className="absolute inset-0 flex flex-col bg-canvas">
            <ErrorBoundary resetKey={shownPage}>
              <Outlet />
            </ErrorBoundary>
          </div>
        )}
      </div>
      <ErrorBoundary isPiece resetKey={rewinding}>
        <Suspense>{rewinding && <RewindDialog item={rewinding} onClose={stopRewinding} />}</Suspense>
      </ErrorBoundary>
    </SessionContext>
  )
}

/** What was said, what waits, and where to write. */
function ConversationPanel({ session, hasRequests }: { session: Session; hasRequests: boolean }) {
  const planId = planProposal(session)
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col short:min-h-24">
        <ErrorBoundary>
          <Conversation session={session} />
        </ErrorBoundary>
      </div>
      {/* Where it cannot be as high as it wants, it scrolls. */}
      <div ref={scroller} className="safe-bottom thin-scroll min-h-0 overflow-x-hidden overflow-y-auto">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-3 pb-3 sm:px-4">
          <ErrorBoundary isPiece resetKey={session}>
            <WorkingLine session={session} isWaiting={hasRequests} />
          </ErrorBoundary>
          <ErrorBoundary isPiece resetKey={session.todos}>
            <TodoPanel todos={session.todos} />
          </ErrorBoundary>
          <ErrorBoundary isPiece resetKey={session.teamState}>
            <Suspense>{session.teamState && <TeamPanel team={session.teamState} />}</Suspense>
          </ErrorBoundary>
          {isTerminalControlled(session) && <TerminalNotice sessionId={session.id} />}
          <ErrorBoundary>
            <RequestDock session={session} scroller={scroller} />
          </ErrorBoundary>
          <ErrorBoundary isPiece resetKey={planId}>
            <Suspense>
              {planId !== undefined && <PlanCard key={planId} session={session} planId={planId} />}
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary isPiece>
            <QueueBar session={session} />
          </ErrorBoundary>
          <ErrorBoundary isPiece resetKey={session.active}>
            {session.active ? <Composer session={session} /> : <EndedNotice session={session} />}
          </ErrorBoundary>
          <ErrorBoundary isPiece>
            <Suspense fallback={<div className="min-h-9 pointer-coarse:min-h-12" />}>
              <ControlBar session={session} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </>
  )
}
