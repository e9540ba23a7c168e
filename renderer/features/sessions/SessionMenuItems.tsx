import { Archive, FolderUp, Pencil, Pin, PinOff, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuItem, MenuLine } from '../../ui/Menu.tsx'
import type { SessionMenuActions } from './use-session-actions.ts'

interface SessionMenuItemsProps {
  actions: SessionMenuActions
  isPinned: boolean
  isActive: boolean
  /** What this place offers beside. */
  children?: ReactNode
}

/** What the menu offers for every session: in its row and in its header. */
export function SessionMenuItems({ actions, isPinned, isActive, children }: SessionMenuItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <MenuItem icon={<Pencil size={16} />} onSelect={() => actions.open('rename')}>
        {t('sessions.menu.rename')}
      </MenuItem>
      {isPinned ? (
        <MenuItem icon={<PinOff size={16} />} onSelect={() => void actions.pin('none')}>
          {t('sessions.menu.unpin')}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<Pin size={16} />} onSelect={() => void actions.pin('global')}>
            {t('sessions.menu.pin')}
          </MenuItem>
          <MenuItem icon={<FolderUp size={16} />} onSelect={() => void actions.pin('project')}>
            {t('sessions.menu.pinInProject')}
          </MenuItem>
        </>
      )}
      {isActive ? (
        <MenuItem icon={<Archive size={16} />} onSelect={() => actions.open('archive')}>
          {t('sessions.menu.archive')}
        </MenuItem>
      ) : (
        <MenuItem icon={<RotateCcw size={16} />} onSelect={() => void actions.reopen()}>
          {t('sessions.menu.reopen')}
        </MenuItem>
      )}
      {children}
      <MenuLine />
      <MenuItem
        icon={<Trash2 size={16} />}
        isDangerous
        isDisabled={isActive}
        {...(isActive && { hint: t('sessions.menu.deleteHint') })}
        onSelect={() => actions.open('delete')}
      >
        {t('sessions.menu.delete')}
      </MenuItem>
    </>
  )
}
