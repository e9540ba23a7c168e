import { Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TranscriptionProvider } from '../../../contract/voice.ts'
import { formatElapsed, formatPercent } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useNow } from '../../ui/use-ticker.ts'
import type { Dictation, DictationState } from './dictation.ts'
import { LevelMeter } from './LevelMeter.tsx'
import { problemText } from './problem-text.ts'
import { ServiceMenu } from './ServiceMenu.tsx'

interface DictationPanelProps {
  dictation: Dictation
  state: DictationState
  services: readonly TranscriptionProvider[]
  onDiscard: () => void
  /** Runs what sends the recording. */
  onSend: (send: () => Promise<void>) => void
}

/** A line above the message field: what becomes of the recording, and what can be done with it. */
export function DictationPanel(props: DictationPanelProps) {
  const { t } = useTranslation()
  const { state } = props
  if (state.kind === 'heard' || (state.kind === 'idle' && !state.wasCut)) return null
  return (
    <section aria-label={t('dictation.panel')} className="order-first min-w-0 basis-full px-1 pt-1 pb-0.5">
      <Stage {...props} />
    </section>
  )
}

function Stage({ dictation, state, services, onDiscard, onSend }: DictationPanelProps) {
  const { t } = useTranslation()
  const discard = (
    <IconButton label={t('dictation.discard')} onClick={onDiscard}>
      <Trash2 size={17} aria-hidden />
    </IconButton>
  )
  const close = (label: string) => (
    <IconButton label={label} onClick={onDiscard}>
      <X size={17} aria-hidden />
    </IconButton>
  )
  const choice = <ServiceMenu services={services} />
  switch (state.kind) {
    case 'asking':
      return (
        <Line>
          <Spinner size={16} />
          <p className="min-w-40 flex-1">{t('dictation.asking')}</p>
          {close(t('common.cancel'))}
        </Line>
      )
    case 'recording':
      return (
        <Line>
          <Elapsed startedAt={state.startedAt} />
          <LevelMeter dictation={dictation} />
          {choice}
          {discard}
          <Button size="small" look="primary" onClick={() => onSend(() => dictation.stop())}>
            {t('dictation.done')}
          </Button>
        </Line>
      )
    case 'sending':
      return (
        <Line>
          <Sending share={state.share} />
          {discard}
        </Line>
      )
    case 'kept':
    case 'failed':
      return (
        <div className="flex flex-col gap-1.5">
          <Held state={state} />
          <Line>
            {choice}
            <span className="flex-1" />
            <Retry dictation={dictation} state={state} onSend={onSend} />
            {state.durationMs === undefined ? close(t('common.close')) : discard}
          </Line>
        </div>
      )
    default:
      return (
        <Notice
          action={
            <Button size="small" look="quiet" onClick={onDiscard}>
              {t('common.close')}
            </Button>
          }
        >
          {t('dictation.cut')}
        </Notice>
      )
  }
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 text-sm">{children}</div>
)

function Elapsed({ startedAt }: { startedAt: number }) {
  const { t } = useTranslation()
  const now = useNow(250)
  return (
    <p className="flex items-center gap-2">
      <span aria-hidden className="size-2.5 shrink-0 animate-breathe rounded-full bg-danger" />
      <span className="font-medium max-sm:sr-only">{t('dictation.recording')}</span>
      <span role="timer" aria-label={t('dictation.elapsed')} className="tabular-nums">
        {formatElapsed(now - startedAt)}
      </span>
    </p>
  )
}

function Sending({ share }: { share: number }) {
  const { t, i18n } = useTranslation()
  const isSent = share >= 1
  return (
    <div className="flex min-w-40 flex-1 items-center gap-2">
      <Spinner size={16} />
      <div className="min-w-0 flex-1">
        <p>
          {isSent
            ? t('dictation.reading')
            : t('dictation.sending', { percent: formatPercent(share, i18n.language) })}
        </p>
        <div
          role="progressbar"
          aria-label={t('dictation.progress')}
          aria-valuenow={Math.round(share * 100)}
          className="mt-1 h-1 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${share * 100}%` }}
          />
        </div>
      </div>
    </div>
  )
}

type HeldState = Extract<DictationState, { kind: 'kept' | 'failed' }>

function Held({ state }: { state: HeldState }) {
  const { t } = useTranslation()
  const { durationMs } = state
  const duration = durationMs === undefined ? undefined : formatElapsed(durationMs)
  if (state.kind === 'kept') return <Notice>{t('dictation.kept', { duration })}</Notice>
  const problem = problemText(t, state.problem)
  return (
    <Notice kind="danger">
      {duration === undefined ? problem : t('dictation.problemAndKept', { problem, duration })}
    </Notice>
  )
}

function Retry({
  dictation,
  state,
  onSend,
}: Pick<DictationPanelProps, 'dictation' | 'onSend'> & { state: HeldState }) {
  const { t } = useTranslation()
  if (state.durationMs === undefined) {
    return (
      <Button size="small" onClick={() => onSend(() => dictation.start())}>
        {t('common.tryAgain')}
      </Button>
    )
  }
  const isFirst = state.kind === 'kept' || state.problem === 'silent' || state.problem === 'lost'
  return (
    <Button size="small" onClick={() => onSend(() => dictation.send())}>
      {isFirst ? t('dictation.send') : t('common.tryAgain')}
    </Button>
  )
}
