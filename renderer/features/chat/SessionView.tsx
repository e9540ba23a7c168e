import type { Session } from '../../../contract/session.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { RequestDock } from '../permissions/RequestDock.tsx'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { isTerminalControlled } from './control.ts'
import { QueueBar } from './QueueBar.tsx'
import { SessionHeader } from './SessionHeader.tsx'
import { TerminalNotice } from './TerminalNotice.tsx'
import { TodoPanel } from './TodoPanel.tsx'
import { WorkingLine } from './WorkingLine.tsx'

/** One session: what was said, what waits, and where to write. */
export function SessionView({ session }: { session: Session }) {
  const hasRequests = Object.keys(session.agentState?.requests ?? {}).length > 0
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionHeader session={session} />
      <ErrorBoundary>
        <Conversation session={session} />
      </ErrorBoundary>
      <div className="safe-bottom shrink-0">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-3 pb-3 sm:px-4">
          <WorkingLine session={session} isWaiting={hasRequests} />
          <TodoPanel todos={session.todos} />
          {isTerminalControlled(session) && <TerminalNotice sessionId={session.id} />}
          <ErrorBoundary>
            <RequestDock session={session} />
          </ErrorBoundary>
          <QueueBar session={session} />
          <Composer session={session} />
        </div>
      </div>
    </div>
  )
}
