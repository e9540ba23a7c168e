import { BookOpen } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { contextUsage } from '../../decode/context-usage.ts'
import { classNames } from '../../ui/class-names.ts'
import { useMessages } from '../connection/hub-context.ts'

/** From here on the agent is about to forget. */
const NEARLY_FULL = 0.85

/** How full the agent's memory is; nothing while the agent has not said. */
export function ContextMeter({ session }: { session: Session }) {
  const { t, i18n } = useTranslation()
  const { rows } = useMessages(session.id)
  const usage = useMemo(() => contextUsage(rows), [rows])
  if (!usage) return null
  const { used, size } = usage
  const short = (tokens: number) =>
    new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 }).format(tokens)
  if (size === undefined) {
    return (
      <p
        className="flex shrink-0 items-center gap-1.5 text-xs text-muted tabular-nums"
        title={t('context.used', { used: short(used) })}
      >
        <span className="sr-only">{t('context.used', { used: short(used) })}</span>
        <BookOpen size={14} aria-hidden className="text-faint" />
        <span aria-hidden>{short(used)}</span>
      </p>
    )
  }
  const share = Math.min(1, used / size)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)
  const label = t('context.label', { used: short(used), size: short(size), percent })
  return (
    <p className="flex shrink-0 items-center gap-1.5 text-xs text-muted tabular-nums" title={label}>
      <span className="sr-only">{label}</span>
      <span aria-hidden className="h-1.5 w-8 overflow-hidden rounded-full bg-hover">
        <span
          className={classNames('block h-full rounded-full', share > NEARLY_FULL ? 'bg-warn' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span aria-hidden>{percent}</span>
    </p>
  )
}
