import { Link, useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { nextTab, SESSION_TABS, type SessionTab } from './session-tabs.ts'

interface SessionTabsProps {
  sessionId: string
  tab: SessionTab
  /** Somebody should look at the conversation. */
  isWaiting: boolean
  panelId: string
}

/** The parts of the session, each with an address of its own; the arrow keys move between them. */
export function SessionTabs({ sessionId, tab, isWaiting, panelId }: SessionTabsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = SESSION_TABS.findIndex(({ name }) => name === tab)
    const way = shortcutOf('tabs', event)
    if (way === undefined) return
    const next = nextTab(way, index, SESSION_TABS.length)
    const target = SESSION_TABS[next]
    if (!target) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    void navigate({ to: target.to, params: { sessionId }, replace: true })
  }
  return (
    <div
      role="tablist"
      aria-label={t('tabs.label')}
      onKeyDown={onKeyDown}
      className="flex shrink-0 gap-1 border-b border-line px-2 md:px-4"
    >
      {SESSION_TABS.map(({ name, to }) => {
        const isSelected = name === tab
        const isCalling = isWaiting && name === 'conversation' && !isSelected
        return (
          <Link
            key={name}
            to={to}
            params={{ sessionId }}
            id={`${panelId}-${name}`}
            role="tab"
            aria-selected={isSelected}
            aria-controls={isSelected ? panelId : undefined}
            tabIndex={isSelected ? 0 : -1}
            className={classNames(
              'tap -mb-px inline-flex min-h-9 items-center gap-1.5 border-b-2 px-2.5 text-sm focus-visible:outline-offset-[-2px]',
              isSelected
                ? 'border-accent font-medium text-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {t(`tabs.${name}`)}
            {isCalling && (
              <>
                <span aria-hidden className="size-2 rounded-full bg-warn" />
                <span className="sr-only">, {t('tabs.waiting')}</span>
              </>
            )}
          </Link>
        )
      })}
    </div>
  )
}
