import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAge, formatElapsed, formatFull, isoTime } from '../i18n/format.ts'
import { useNow } from './use-ticker.ts'

/** How long ago `at` was; renews itself. */
export const Age = memo(function Age({ at, className }: { at: number; className?: string }) {
  const { i18n } = useTranslation()
  const now = useNow(30_000)
  return (
    <time dateTime={isoTime(at)} title={formatFull(at, i18n.language)} className={className}>
      {formatAge(at, now, i18n.language)}
    </time>
  )
})

/** The time that runs since `since`. Silent for screen readers: it would never stop talking. */
export const Elapsed = memo(function Elapsed({ since }: { since: number }) {
  const now = useNow(1000)
  return (
    <span aria-hidden className="tabular-nums">
      {formatElapsed(now - since)}
    </span>
  )
})
