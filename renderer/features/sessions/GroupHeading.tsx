import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import type { SessionGroup } from './group-sessions.ts'
import { StateDot } from './StateDot.tsx'

interface GroupHeadingProps {
  group: SessionGroup
  isOpen: boolean
  /** While people search, everything that was found is shown. */
  isFixed: boolean
  onFold: (isFolded: boolean) => void
}

const FRAME = 'flex w-full min-w-0 items-center gap-1.5 text-left text-[0.8125rem] font-semibold text-muted'

/** The name of a group, how many sessions it has and what goes on in it; a project can be folded up. */
export function GroupHeading({ group, isOpen, isFixed, onFold }: GroupHeadingProps) {
  const { t } = useTranslation()
  if (group.kind !== 'project') {
    return (
      <h2 className="px-5 pt-3 pb-1">
        <span className={classNames(FRAME, group.kind === 'waiting' && 'text-warn')}>
          {t(`sessions.group.${group.kind}`)}
          <Count value={group.sessions.length} />
        </span>
      </h2>
    )
  }
  const content = <ProjectName group={group} />
  return (
    <h2 className="px-2 pt-1.5">
      {isFixed ? (
        <span className={classNames(FRAME, 'px-3 py-1.5')}>{content}</span>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onFold(isOpen)}
          className={classNames(
            FRAME,
            'min-h-8 rounded-lg py-1 pr-3 pl-1.5 pointer-coarse:min-h-11 hover:bg-hover',
          )}
        >
          <ChevronRight
            size={15}
            aria-hidden
            className={classNames(
              'shrink-0 text-faint motion-safe:transition-transform',
              isOpen && 'rotate-90',
            )}
          />
          {content}
        </button>
      )}
    </h2>
  )
}

/** What is heard between parts that only their looks tell apart. */
const Pause = () => <span className="sr-only">, </span>

function ProjectName({ group }: { group: SessionGroup }) {
  const { t } = useTranslation()
  const { name, detail, sessions, working, waiting } = group
  return (
    <>
      <span dir="auto" className="truncate">
        {showControls(name) || t('sessions.group.none')}
      </span>
      {detail !== undefined && (
        <>
          <Pause />
          <span className="max-w-1/2 shrink-0 truncate font-normal text-faint">{showControls(detail)}</span>
        </>
      )}
      <Pause />
      <Count value={sessions.length} />
      <span className="ml-auto flex shrink-0 items-center gap-2 pl-1 text-xs font-medium">
        {working > 0 && (
          <span
            className="flex items-center gap-1 text-accent tabular-nums"
            title={t('sessions.working', { count: working })}
          >
            <Pause />
            <StateDot state="working" />
            <span aria-hidden>{working}</span>
            <span className="sr-only">{t('sessions.working', { count: working })}</span>
          </span>
        )}
        {waiting > 0 && (
          <span
            className="rounded-full bg-warn-soft px-2 text-warn tabular-nums"
            title={t('sessions.waitingAbove', { count: waiting })}
          >
            <Pause />
            <span aria-hidden>↑ {waiting}</span>
            <span className="sr-only">{t('sessions.waitingAbove', { count: waiting })}</span>
          </span>
        )}
      </span>
    </>
  )
}

function Count({ value }: { value: number }) {
  const { t } = useTranslation()
  return (
    <span className="shrink-0 font-normal text-faint tabular-nums">
      <span aria-hidden>{value}</span>
      <span className="sr-only">{t('sessions.count', { count: value })}</span>
    </span>
  )
}
