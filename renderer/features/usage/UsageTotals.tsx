import { TrendingDown, TrendingUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { UsageSummaryResponse } from '../../../contract/usage.ts'
import { type Comparison, tokenParts } from './usage-days.ts'
import { compactNumber, fullNumber, percent, spanName } from './usage-words.ts'

interface UsageTotalsProps {
  totals: UsageSummaryResponse['totals']
  comparison: Comparison | undefined
}

/** The sums of the chosen time. */
export function UsageTotals({ totals, comparison }: UsageTotalsProps) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const { newInput, cached } = tokenParts(totals)
  const cachedShare = totals.inputTokens === 0 ? 0 : cached / totals.inputTokens
  const answers = t('usage.requests', {
    count: totals.requests,
    value: fullNumber(totals.requests, locale),
  })
  const sessions = t('usage.sessions', {
    count: totals.sessions,
    value: fullNumber(totals.sessions, locale),
  })
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Figure name={t('usage.total')} value={totals.totalTokens} hint={`${answers} ${sessions}`} />
        <Figure
          name={t('usage.input')}
          value={totals.inputTokens}
          hint={t('usage.inputHint', { value: compactNumber(newInput, locale) })}
        />
        <Figure
          name={t('usage.cached')}
          value={cached}
          hint={t('usage.cachedHint', { percent: percent(cachedShare, locale) })}
        />
        <Figure name={t('usage.output')} value={totals.outputTokens} />
      </dl>
      {comparison && <ComparisonLine comparison={comparison} />}
    </>
  )
}

function Figure({ name, value, hint }: { name: string; value: number; hint?: string }) {
  const { i18n } = useTranslation()
  return (
    <div className="rounded-2xl border border-line bg-raised px-4 py-3 shadow-card">
      <dt className="text-sm text-muted">{name}</dt>
      <dd title={fullNumber(value, i18n.language)} className="text-2xl font-semibold tabular-nums">
        {compactNumber(value, i18n.language)}
      </dd>
      {hint !== undefined && <dd className="text-xs text-faint">{hint}</dd>}
    </div>
  )
}

/** A change that rounds to nothing is none. */
const SAME = 0.005

function ComparisonLine({ comparison }: { comparison: Comparison }) {
  const { t, i18n } = useTranslation()
  const { days, now, before, beforeSpan, change } = comparison
  const direction = Math.abs(change) < SAME ? 'same' : change > 0 ? 'more' : 'less'
  const Icon = change < 0 ? TrendingDown : TrendingUp
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      {direction !== 'same' && <Icon size={16} aria-hidden className="text-muted" />}
      <span className="font-medium">
        {t(`usage.comparison.${direction}`, {
          percent: percent(Math.abs(change), i18n.language),
          count: days,
        })}
      </span>
      <span className="text-muted">
        {t('usage.comparison.detail', {
          now: compactNumber(now, i18n.language),
          span: spanName(beforeSpan, i18n.language),
          before: compactNumber(before, i18n.language),
        })}
      </span>
    </p>
  )
}
