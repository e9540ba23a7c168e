import { CalendarClock, ChevronDown, CornerDownRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import type { OutgoingMessage } from '../../state/message-row.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { scheduleOptions } from './schedule-options.ts'

interface SendMenuProps {
  isDisabled: boolean
  canSteer: boolean
  /** A scheduled message cannot carry files (spec: Send body rules). */
  hasFiles: boolean
  onSend: (how: Omit<OutgoingMessage, 'text'>) => void
}

/** The other ways to send: right now, or later. */
export function SendMenu({ isDisabled, canSteer, hasFiles, onSend }: SendMenuProps) {
  const { t, i18n } = useTranslation()
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <Menu
        side="top"
        trigger={
          <IconButton label={t('composer.more')} disabled={isDisabled}>
            <ChevronDown size={18} aria-hidden />
          </IconButton>
        }
      >
        {canSteer && (
          <MenuItem
            icon={<CornerDownRight size={16} />}
            hint={t('composer.steerHint')}
            onSelect={() => onSend({ deliveryMode: 'steer' })}
          >
            {t('composer.steer')}
          </MenuItem>
        )}
        {scheduleOptions(Date.now()).map(({ key, at }) => (
          <MenuItem
            key={key}
            icon={<CalendarClock size={16} />}
            isDisabled={hasFiles}
            hint={hasFiles ? t('attachments.noSchedule') : formatMoment(at, Date.now(), i18n.language)}
            onSelect={() => onSend({ scheduledAt: at })}
          >
            {t(`schedule.${key}`)}
          </MenuItem>
        ))}
        <MenuItem icon={<CalendarClock size={16} />} isDisabled={hasFiles} onSelect={() => setPicking(true)}>
          {t('schedule.pick')}
        </MenuItem>
      </Menu>
      <ScheduleDialog
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={(at) => {
          setPicking(false)
          onSend({ scheduledAt: at })
        }}
      />
    </>
  )
}
