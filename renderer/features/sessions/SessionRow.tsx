import { Link } from '@tanstack/react-router'
import { CalendarClock, MoreHorizontal, Pin } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionSummary } from '../../../contract/session.ts'
import { showControls } from '../../decode/show-controls.ts'
import { formatFull } from '../../i18n/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Age } from '../../ui/Time.tsx'
import { projectOf } from './project-of.ts'
import { SessionDialogs } from './SessionDialogs.tsx'
import { SessionMenuItems } from './SessionMenuItems.tsx'
import { StateDot } from './StateDot.tsx'
import { agentName, stateOf, titleOf } from './session-words.ts'
import { useSessionActions } from './use-session-actions.ts'

interface SessionRowProps {
  session: SessionSummary
  /** Stands under the name of its project, which says where it works. */
  isInProject: boolean
  /** Named only where the sessions are on several computers. */
  computer: string | undefined
}

/** One session in the list: a link, and a menu that also opens by right click. */
export const SessionRow = memo(function SessionRow({ session, isInProject, computer }: SessionRowProps) {
  const { t, i18n } = useTranslation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const actions = useSessionActions(session.id)
  const { metadata, pendingRequestsCount, pendingRequestKinds, todoProgress } = session
  const title = titleOf(metadata, t)
  const state = stateOf(session)
  const isPinned = session.globalPinned || session.pinned
  const place = [
    agentName(metadata, t),
    ...(isInProject ? [] : [projectOf(metadata).name]),
    metadata?.worktree?.branch,
    ...(isInProject ? [] : [computer]),
  ]
  // Sessions are often named alike, after their folder; not the age, which would change all day.
  const since = formatFull(session.updatedAt, i18n.language)
  const isMenuError = actions.dialog === undefined && actions.action.error !== undefined
  return (
    <div className="group relative px-2">
      <Link
        to="/sessions/$sessionId"
        params={{ sessionId: session.id }}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenuOpen(true)
        }}
        className="flex min-h-16 items-start gap-3 rounded-xl py-2.5 pr-3 pl-3 pointer-coarse:pr-12 hover:bg-hover aria-[current=page]:bg-accent-soft"
      >
        <span className="flex h-6 items-center">
          <StateDot state={state} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              // Of a name in Arabic or Hebrew the beginning stays, too.
              dir="auto"
              className={classNames(
                'min-w-0 flex-1 truncate text-left font-medium',
                !session.active && 'text-muted',
              )}
            >
              {title}
            </span>
            {isPinned && (
              <Pin size={13} className="shrink-0 self-center text-faint" aria-label={t('sessions.pinned')} />
            )}
            <Age
              at={session.updatedAt}
              className="shrink-0 text-xs text-faint tabular-nums pointer-fine:group-focus-within:opacity-0 pointer-fine:group-hover:opacity-0"
            />
          </span>
          <span className="flex items-center gap-2 text-[0.8125rem] text-muted">
            <span className="min-w-0 flex-1 truncate">{showControls(place.filter(Boolean).join(' · '))}</span>
            {session.futureScheduledMessageCount > 0 && (
              <CalendarClock size={14} className="shrink-0 text-faint" aria-label={t('sessions.scheduled')} />
            )}
            {todoProgress && session.active && (
              <span className="shrink-0 text-xs text-faint tabular-nums">
                <span aria-hidden>
                  {todoProgress.completed}/{todoProgress.total}
                </span>
                <span className="sr-only">{t('sessions.todos', { ...todoProgress })}</span>
              </span>
            )}
            {state === 'waiting' ? (
              <span className="shrink-0 rounded-full bg-warn-soft px-2 text-xs font-medium text-warn">
                <span className="sr-only">{t('state.waiting')}: </span>
                {pendingRequestsCount > 1
                  ? t('sessions.pending.several', { total: pendingRequestsCount })
                  : t(`sessions.pending.${pendingRequestKinds[0] ?? 'permission'}`)}
              </span>
            ) : (
              <span className="sr-only">{t(`state.${state}`)}</span>
            )}
            {state === 'idle' && <span className="shrink-0 text-xs text-faint">{t('state.idle')}</span>}
          </span>
        </span>
      </Link>
      <div className="absolute top-0.5 right-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:top-1.5 pointer-coarse:right-2 pointer-coarse:opacity-100">
        <Menu
          isOpen={isMenuOpen}
          onOpenChange={setMenuOpen}
          trigger={
            <IconButton
              label={t('sessions.menu.open', {
                title,
                detail: [agentName(metadata, t), since].filter(Boolean).join(', '),
              })}
              className="size-8"
            >
              <MoreHorizontal size={17} aria-hidden />
            </IconButton>
          }
        >
          <SessionMenuItems actions={actions} isPinned={isPinned} isActive={session.active} />
        </Menu>
      </div>
      <SessionDialogs actions={actions} title={title} />
      <Dialog isOpen={isMenuError} onClose={actions.action.clear} title={t('sessions.menu.failed')}>
        <Notice kind="danger">{actions.action.error}</Notice>
      </Dialog>
    </div>
  )
})
