import { CalendarClock, Clock, CornerDownRight, Paperclip, TriangleAlert, X } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { browserStorage } from '../../browser-storage.ts'
import { isObject, readEnvelope } from '../../decode/envelope.ts'
import { attachmentsIn } from '../../decode/row-facts.ts'
import { showControls } from '../../decode/show-controls.ts'
import { formatMoment } from '../../i18n/format.ts'
import { isIndeterminate, type MessageRow } from '../../state/message-row.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNow } from '../../ui/use-ticker.ts'
import { useHub, useMessages } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { agentName } from '../sessions/session-words.ts'
import { canSteer } from './control.ts'
import { joinText, loadDraft, saveDraft } from './drafts.ts'
import { useShownSession } from './session-context.ts'

/** Messages the agent has not got yet: queued, scheduled, and those nobody is sure about. */
export function QueueBar({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { queued } = useMessages(session.id)
  if (queued.length === 0) return null
  const isSteerable = canSteer(session)
  return (
    <section aria-label={t('queue.title')} className="rounded-xl border border-line bg-sunken py-1">
      <ul className="thin-scroll max-h-44 divide-y divide-line overflow-y-auto">
        {queued.map((row) => (
          <QueuedRow
            key={row.localId ?? row.id}
            sessionId={session.id}
            row={row}
            agent={agentName(session.metadata, t)}
            isSteerable={isSteerable}
          />
        ))}
      </ul>
    </section>
  )
}

interface QueuedRowProps {
  sessionId: string
  row: MessageRow
  agent: string
  isSteerable: boolean
}

const QueuedRow = memo(function QueuedRow({ sessionId, row, agent, isSteerable }: QueuedRowProps) {
  const { t, i18n } = useTranslation()
  const { store } = useHub()
  const { composer } = useShownSession()
  const { run, isBusy, error } = useAction()
  const [outcome, setOutcome] = useState<string>()
  const now = useNow(30_000)
  const isUnsure = isIndeterminate(row)
  const scheduledAt = row.scheduledAt ?? undefined
  const isScheduled = scheduledAt !== undefined && scheduledAt > now
  const Icon = isUnsure ? TriangleAlert : isScheduled ? CalendarClock : Clock

  const files = attachmentsIn(readEnvelope(row.content)?.content)

  const act = (what: () => Promise<string>) =>
    run(async () => {
      setOutcome(undefined)
      const text = await what()
      setOutcome(text)
      announce(text)
    })
  const giveBack = (text: string) => {
    if (composer.current) composer.current.giveBack(text, files)
    // Where the session has ended its computer has thrown the files away.
    else
      saveDraft(browserStorage, sessionId, {
        text: joinText(loadDraft(browserStorage, sessionId).text, text),
      })
  }
  const cancel = () =>
    act(async () => {
      const outcome = await store.cancel(sessionId, row)
      const text = textOf(row)
      const isWhole = files.length > 0 && composer.current !== undefined
      if (outcome !== 'cancelled' || (text === '' && !isWhole)) return t(`queue.cancel.${outcome}`, { agent })
      giveBack(text)
      return isWhole ? t('queue.cancel.givenBackWhole') : t('queue.cancel.givenBack')
    })
  const retry = () => act(async () => t(`queue.retry.${await store.retry(sessionId, row)}`, { agent }))
  const steer = () =>
    act(async () => t(`queue.steer.${(await store.steer(sessionId, row)).status}`, { agent }))
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 px-3 py-1 text-sm">
      <Icon size={16} aria-hidden className={isUnsure ? 'shrink-0 text-warn' : 'shrink-0 text-faint'} />
      <div className="min-w-32 flex-1">
        <p className="line-clamp-2 [overflow-wrap:anywhere]">{textOf(row)}</p>
        {files.length > 0 && (
          <p className="flex items-center gap-1.5 text-muted [overflow-wrap:anywhere]">
            <Paperclip size={14} aria-hidden className="shrink-0" />
            <span className="line-clamp-2">
              {files.map(({ filename }) => showControls(filename)).join(', ')}
            </span>
          </p>
        )}
        <p className={isUnsure ? 'text-xs text-warn' : 'text-xs text-muted'}>
          {isUnsure
            ? t('queue.unsure', { agent })
            : row.pending
              ? t(row.pending === 'waiting' ? 'delivery.waiting' : 'delivery.unsure')
              : isScheduled
                ? t('queue.scheduled', { time: formatMoment(scheduledAt, now, i18n.language) })
                : t('queue.queued', { agent })}
        </p>
        {outcome !== undefined && <p className="text-xs">{outcome}</p>}
        {error !== undefined && (
          <p role="alert" className="text-xs text-danger">
            {error}
          </p>
        )}
      </div>
      <div className="flex items-center gap-0.5">
        {isUnsure && (
          <Button size="small" isBusy={isBusy} onClick={() => void retry()}>
            {t('queue.retryAction')}
          </Button>
        )}
        {!isUnsure && scheduledAt === undefined && isSteerable && (
          <Button
            size="small"
            look="quiet"
            isBusy={isBusy}
            icon={<CornerDownRight size={15} aria-hidden />}
            onClick={() => void steer()}
          >
            {t('queue.steerAction')}
          </Button>
        )}
        <IconButton label={t('queue.cancelAction')} disabled={isBusy} onClick={() => void cancel()}>
          <X size={17} aria-hidden />
        </IconButton>
      </div>
    </li>
  )
})

function textOf(row: MessageRow): string {
  const content = readEnvelope(row.content)?.content
  if (typeof content === 'string') return content
  return isObject(content) && typeof content.text === 'string' ? content.text : ''
}
