import { GitFork, MoreHorizontal, Undo2 } from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserItem } from '../../decode/conversation-item.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { MessageActionsContext } from './history-context.ts'

/** What can be done from a message on: a copy that continues before it, or going back to before it. */
export function MessageMenu({ item }: { item: UserItem }) {
  const { t } = useTranslation()
  const actions = useContext(MessageActionsContext)
  const { localId, invokedAt } = item.row
  if (!actions || localId === null || invokedAt === null || item.row.status === 'failed') return null
  const { canFork, canRewind, obstacle, isBoundary, fork, rewind } = actions
  if (!isBoundary(localId)) return null
  const blocked = obstacle && { isDisabled: true, hint: t(`history.unavailable.${obstacle}`) }
  return (
    <Menu
      trigger={
        <IconButton
          label={t('history.messageMenu')}
          className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
        >
          <MoreHorizontal size={17} aria-hidden />
        </IconButton>
      }
    >
      {canFork && (
        <MenuItem icon={<GitFork size={16} />} onSelect={() => fork(item)} {...blocked}>
          {t('history.forkMessage')}
        </MenuItem>
      )}
      {canRewind && (
        <MenuItem icon={<Undo2 size={16} />} onSelect={() => rewind(item)} {...blocked}>
          {t('history.rewind')}
        </MenuItem>
      )}
    </Menu>
  )
}
