import { useNavigate } from '@tanstack/react-router'
import { HeartPulse, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { setTheme } from '../../ui/theme.ts'
import { useHub, useSessionList } from '../connection/hub-context.ts'
import { groupSessions } from '../sessions/group-sessions.ts'
import { StateDot } from '../sessions/StateDot.tsx'
import { agentName, stateOf, titleOf } from '../sessions/session-words.ts'
import { useScreens } from '../shell/screens.ts'
import { openShortcuts } from '../shortcuts/shortcuts-state.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** Everything the palette can lead to. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const { signOut } = useHub()
  const navigate = useNavigate()
  const { sessions } = useSessionList()
  const screens = useScreens()
  return useMemo(() => {
    // In the order of the list: what waits first.
    const listed = groupSessions(sessions).flatMap((group) => group.sessions)
    return [
      ...listed.map((session): PaletteEntry => {
        const { id, metadata } = session
        return {
          id: `session ${id}`,
          group: 'sessions',
          title: titleOf(metadata, t),
          detail: [t(`state.${stateOf(session)}`), agentName(metadata, t), metadata?.path]
            .filter(Boolean)
            .join(' · '),
          icon: <StateDot state={stateOf(session)} />,
          run: () => void navigate({ to: '/sessions/$sessionId', params: { sessionId: id } }),
        }
      }),
      ...screens.map(
        ({ to, name, icon: Icon }): PaletteEntry => ({
          id: `screen ${to}`,
          group: 'screens',
          title: t(`nav.${name}`),
          icon: <Icon size={18} />,
          run: () => void navigate({ to }),
        }),
      ),
      {
        id: 'screen /check-up',
        group: 'screens',
        title: t('health.title'),
        icon: <HeartPulse size={18} />,
        run: () => void navigate({ to: '/check-up' }),
      },
      {
        id: 'start',
        group: 'actions',
        title: t('sessions.start'),
        icon: <Plus size={18} />,
        run: () => void navigate({ to: '/start' }),
      },
      {
        id: 'light',
        group: 'actions',
        title: t('palette.themeLight'),
        icon: <Sun size={18} />,
        run: () => setTheme('light'),
      },
      {
        id: 'dark',
        group: 'actions',
        title: t('palette.themeDark'),
        icon: <Moon size={18} />,
        run: () => setTheme('dark'),
      },
      {
        id: 'system',
        group: 'actions',
        title: t('palette.themeSystem'),
        icon: <Monitor size={18} />,
        run: () => setTheme('system'),
      },
      {
        id: 'shortcuts',
        group: 'actions',
        title: t('shortcuts.title'),
        icon: <Keyboard size={18} />,
        run: openShortcuts,
      },
      {
        id: 'sign-out',
        group: 'actions',
        title: t('shell.signOut'),
        icon: <LogOut size={18} />,
        run: signOut,
      },
    ]
  }, [sessions, screens, navigate, signOut, t])
}
