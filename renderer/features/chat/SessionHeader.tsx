import { Link } from '@tanstack/react-router'
import { ChevronLeft, CircleStop, Download, GitFork, Laptop, MoreHorizontal } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { showControls } from '../../decode/show-controls.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { useIsTouch, useIsWide } from '../../ui/use-media.ts'
import { useMachines, useMessages } from '../connection/hub-context.ts'
import { isOffered, obstacleOf } from '../history/history-rules.ts'
import type { History } from '../history/use-history.ts'
import { machineName } from '../machines/machine-name.ts'
import { SessionDialogs } from '../sessions/SessionDialogs.tsx'
import { SessionMenuItems } from '../sessions/SessionMenuItems.tsx'
import { StateDot } from '../sessions/StateDot.tsx'
import { agentName, folderName, stateOf, titleOf } from '../sessions/session-words.ts'
import { useSessionActions } from '../sessions/use-session-actions.ts'
import { isTerminalControlled } from './control.ts'
import { lazyPart } from './load-part.ts'

const ExportDialog = lazyPart(() => import('../history/ExportDialog.tsx'), 'ExportDialog')

/** Title, state in words, agent and place of a session, and its menu. */
export function SessionHeader({ session, history }: { session: Session; history: History }) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const actions = useSessionActions(session.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const { machines } = useMachines()
  const { metadata, active, thinking } = session
  const title = titleOf(metadata, t)
  const state = stateOf({
    active,
    thinking,
    metadata,
    pendingRequestsCount: Object.keys(session.agentState?.requests ?? {}).length,
    backgroundTaskCount: session.backgroundTaskCount ?? 0,
  })
  usePageTitle(title)
  const machine = machines.find(({ id }) => id === metadata?.machineId)
  const computer = machine ? machineName(machine) : metadata?.host

  // A new page: screen readers start reading here. The composer takes over where there is a keyboard.
  const isTouch = useIsTouch()
  const hasComposer = useRef(active)
  useEffect(() => {
    if (isTouch || !hasComposer.current) heading.current?.focus({ preventScroll: true })
  }, [isTouch])

  const { queued } = useMessages(session.id)
  const [isExporting, setExporting] = useState(false)
  const { forking } = history
  const obstacle = obstacleOf(session, queued.length)
  const isMenuError = actions.dialog === undefined && actions.action.error !== undefined
  return (
    <header className="flex shrink-0 items-center gap-1 border-b border-line bg-canvas py-2 pr-2 pl-2 md:pl-5">
      {!isWide && (
        <Link
          to="/"
          aria-label={t('session.back')}
          className="tap -ml-1 inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-accent"
        >
          <ChevronLeft size={24} aria-hidden />
        </Link>
      )}
      <div className="min-w-0 flex-1">
        <h1
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="truncate text-left text-[0.9375rem] leading-snug font-semibold"
        >
          {title}
        </h1>
        <p className="flex items-center gap-2 text-[0.8125rem] text-muted">
          <StateDot state={state} />
          <span className="shrink-0">{t(`state.${state}`)}</span>
          <span className="truncate" title={metadata?.path}>
            {showControls(
              [agentName(metadata, t), metadata?.path && folderName(metadata.path), computer]
                .filter(Boolean)
                .map((part) => `· ${part}`)
                .join(' '),
            )}
          </span>
        </p>
      </div>
      <Menu
        trigger={
          <IconButton label={t('session.menu')}>
            <MoreHorizontal size={19} aria-hidden />
          </IconButton>
        }
      >
        {active && thinking && (
          <MenuItem icon={<CircleStop size={16} />} onSelect={() => void actions.stop()}>
            {t('session.stop')}
          </MenuItem>
        )}
        {isTerminalControlled(session) && (
          <MenuItem icon={<Laptop size={16} />} onSelect={() => void actions.takeOver()}>
            {t('session.takeOver')}
          </MenuItem>
        )}
        {active && (thinking || isTerminalControlled(session)) && <MenuLine />}
        <SessionMenuItems
          actions={actions}
          isPinned={session.globalPinned === true || session.pinned === true}
          isActive={active}
        >
          {isOffered(session, 'forkCurrent') && (
            <MenuItem
              icon={<GitFork size={16} />}
              isDisabled={obstacle !== undefined || forking.isBusy}
              hint={obstacle ? t(`history.unavailable.${obstacle}`) : t('history.forkHint')}
              onSelect={() => history.fork()}
            >
              {t('history.fork')}
            </MenuItem>
          )}
          <MenuItem icon={<Download size={16} />} onSelect={() => setExporting(true)}>
            {t('history.export')}
          </MenuItem>
        </SessionMenuItems>
      </Menu>
      <SessionDialogs actions={actions} title={title} />
      <Suspense>
        {isExporting && (
          <ExportDialog sessionId={session.id} title={title} onClose={() => setExporting(false)} />
        )}
      </Suspense>
      <Dialog
        isOpen={forking.isBusy || forking.error !== undefined}
        onClose={forking.clear}
        title={forking.isBusy ? t('history.forking') : t('history.forkFailed')}
      >
        {forking.isBusy ? (
          <p className="flex items-center gap-2 text-muted" role="status">
            <Spinner />
            {t('history.forking')}
          </p>
        ) : (
          <Notice kind="danger">{forking.error}</Notice>
        )}
      </Dialog>
      <Dialog isOpen={isMenuError} onClose={actions.action.clear} title={t('sessions.menu.failed')}>
        <Notice kind="danger">{actions.action.error}</Notice>
      </Dialog>
    </header>
  )
}
