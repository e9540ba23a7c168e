import { Link, useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { useSessionList } from '../connection/hub-context.ts'
import { openPalette } from '../palette/palette-state.ts'
import { IS_MAC, keyNames, SHORTCUTS } from '../shortcuts/shortcuts.ts'
import { isSessionsPath, type Screen, useScreens } from './screens.ts'

const PALETTE_KEYS = keyNames(SHORTCUTS.everywhere.palette, IS_MAC).flat().join(' ')

/** The screens at the side of a wide window. */
export function NavigationRail() {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('nav.label')}
      className="thin-scroll flex w-22 shrink-0 flex-col items-stretch gap-1 overflow-y-auto border-r border-line bg-side px-1.5 py-3"
    >
      <button
        type="button"
        onClick={openPalette}
        title={t('nav.searchHint', { key: PALETTE_KEYS })}
        className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-xl px-1 text-xs font-medium text-muted hover:bg-hover hover:text-ink"
      >
        <Search size={20} aria-hidden />
        {t('nav.search')}
      </button>
      {useScreens().map((screen) => (
        <NavigationLink
          key={screen.to}
          screen={screen}
          className={classNames('min-h-14 rounded-xl', screen.name === 'settings' && 'mt-auto')}
        />
      ))}
    </nav>
  )
}

/** The screens at the bottom of a phone. */
export function NavigationBar() {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('nav.label')} className="safe-bottom flex shrink-0 border-t border-line bg-side">
      {useScreens()
        .filter(({ isInBar }) => isInBar)
        .map((screen) => (
          <NavigationLink key={screen.to} screen={screen} className="min-h-14 min-w-0 flex-1" />
        ))}
    </nav>
  )
}

function NavigationLink({ screen, className }: { screen: Screen; className: string }) {
  const { t } = useTranslation()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { sessions } = useSessionList()
  const isHere = screen.to === '/' ? isSessionsPath(path) : path === screen.to
  const waiting =
    screen.to === '/'
      ? sessions.filter(({ active, pendingRequestsCount }) => active && pendingRequestsCount > 0).length
      : 0
  const Icon = screen.icon
  return (
    <Link
      to={screen.to}
      // The router's own mark only knows the very page, not those that belong to it.
      activeProps={{ 'aria-current': undefined }}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(
        'flex flex-col items-center justify-center gap-1 px-1 text-xs font-medium hover:bg-hover focus-visible:-outline-offset-2',
        isHere ? 'text-accent' : 'text-muted hover:text-ink',
        className,
      )}
    >
      <span
        className={classNames(
          'relative flex h-7 w-12 items-center justify-center rounded-full',
          isHere && 'bg-accent-soft',
        )}
      >
        <Icon size={20} aria-hidden />
        {waiting > 0 && (
          <span
            aria-hidden
            className="absolute -top-1 right-0 min-w-4.5 rounded-full bg-warn px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-canvas tabular-nums"
          >
            {waiting > 99 ? '99+' : waiting}
          </span>
        )}
      </span>
      <span aria-hidden={waiting > 0} className="max-w-full truncate">
        {t(`nav.${screen.name}`)}
      </span>
      {waiting > 0 && <span className="sr-only">{t('nav.sessionsWaiting', { total: waiting })}</span>}
    </Link>
  )
}
