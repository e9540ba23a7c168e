import { ArrowUp, CalendarClock, ChevronDown, CircleStop, CornerDownRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flavorLabel, flavorOf } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { formatMoment } from '../../i18n/format.ts'
import type { OutgoingMessage } from '../../state/message-row.ts'
import { announce } from '../../ui/announce.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { EndedNotice } from './EndedNotice.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { scheduleOptions } from './schedule-options.ts'
import { useDraft } from './use-draft.ts'

/** Where messages are written, sent, scheduled, and the agent is stopped. */
export function Composer({ session }: { session: Session }) {
  const { t, i18n } = useTranslation()
  const { store } = useHub()
  const { id, active, thinking, metadata } = session
  const isTouch = useIsTouch()
  const hintId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, send } = useDraft(id)
  const [sendError, setSendError] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const stop = useAction()
  const agent = flavorLabel(metadata)
  const isEmpty = text.trim() === ''

  useEffect(() => {
    if (!isTouch && active) field.current?.focus({ preventScroll: true })
  }, [isTouch, active])

  if (!active) return <EndedNotice session={session} />

  const submit = async (how: Omit<OutgoingMessage, 'text' | 'localId'> = {}) => {
    if (isEmpty) return
    setSendError(undefined)
    field.current?.focus()
    const outcome = await send(how)
    if (outcome?.ok === false && !outcome.rowKept) {
      setSendError(outcome.isUncertain ? t('composer.uncertain') : failureText(t, outcome.error))
    } else if (outcome?.ok && how.scheduledAt !== undefined) {
      announce(t('composer.scheduled', { time: formatMoment(how.scheduledAt, Date.now(), i18n.language) }))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isTouch || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  return (
    <section aria-label={t('composer.label')} className="flex flex-col gap-2">
      {sendError !== undefined && <Notice kind="danger">{sendError}</Notice>}
      {stop.error !== undefined && <Notice kind="danger">{stop.error}</Notice>}
      <div className="flex items-end gap-1 rounded-2xl border border-strong-line bg-raised p-1.5 focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        <textarea
          ref={field}
          value={text}
          rows={Math.min(8, text.split('\n').length)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={t('composer.message', { agent })}
          aria-describedby={hintId}
          placeholder={t('composer.placeholder', { agent })}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          className="thin-scroll field-sizing-content max-h-[40dvh] min-h-9 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 outline-none pointer-coarse:min-h-11 pointer-coarse:py-2.5"
        />
        {thinking && (
          <IconButton
            label={t('session.stop')}
            look="plain"
            disabled={stop.isBusy}
            onClick={() => void stop.run(() => store.abort(id))}
          >
            <CircleStop size={18} aria-hidden className="text-danger" />
          </IconButton>
        )}
        <Menu
          side="top"
          trigger={
            <IconButton label={t('composer.more')} disabled={isEmpty}>
              <ChevronDown size={18} aria-hidden />
            </IconButton>
          }
        >
          {thinking && flavorOf(metadata).sendSteer && (
            <MenuItem
              icon={<CornerDownRight size={16} />}
              hint={t('composer.steerHint')}
              onSelect={() => void submit({ deliveryMode: 'steer' })}
            >
              {t('composer.steer')}
            </MenuItem>
          )}
          {scheduleOptions(Date.now()).map(({ key, at }) => (
            <MenuItem
              key={key}
              icon={<CalendarClock size={16} />}
              hint={formatMoment(at, Date.now(), i18n.language)}
              onSelect={() => void submit({ scheduledAt: at })}
            >
              {t(`schedule.${key}`)}
            </MenuItem>
          ))}
          <MenuItem icon={<CalendarClock size={16} />} onSelect={() => setPicking(true)}>
            {t('schedule.pick')}
          </MenuItem>
        </Menu>
        <IconButton
          label={thinking ? t('composer.sendQueued') : t('composer.send')}
          look="primary"
          disabled={isEmpty}
          className="rounded-xl"
          onClick={() => void submit()}
        >
          <ArrowUp size={19} aria-hidden />
        </IconButton>
      </div>
      <p id={hintId} className="sr-only">
        {isTouch ? t('composer.hintTouch') : t('composer.hint')}
      </p>
      <ScheduleDialog
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={(at) => {
          setPicking(false)
          void submit({ scheduledAt: at })
        }}
      />
    </section>
  )
}
