import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { findFlavor } from '../../../contract/flavors.ts'
import type { UsagePeriodResponse, UsageRange } from '../../../contract/usage.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { UsageChart } from './UsageChart.tsx'
import { UsageHeatMap } from './UsageHeatMap.tsx'
import { UsageTable } from './UsageTable.tsx'
import { UsageTotals } from './UsageTotals.tsx'
import { usageCsv } from './usage-csv.ts'
import { comparePeriods, type DayBucket, dayOf, tokenParts, usageBars } from './usage-days.ts'
import { barName, spanName } from './usage-words.ts'

/** Length of the ranges that end today, as the hub takes it. */
export const PERIOD_DAYS = { '7d': '7', '30d': '30', all: undefined } as const satisfies Record<
  UsageRange,
  string | undefined
>

const TITLES = {
  day: 'usage.perDay',
  week: 'usage.perWeek',
  month: 'usage.perMonth',
  year: 'usage.perYear',
} as const

interface UsageReportProps {
  summary: UsagePeriodResponse
  /** Everything ever recorded; undefined until it is known. */
  all: UsagePeriodResponse | undefined
  range: UsageRange
  timeZone: string
}

/** Sums, bars and tables of the chosen time. */
export function UsageReport({ summary, all, range, timeZone }: UsageReportProps) {
  const { t, i18n } = useTranslation()
  const { totals, daily, byAgent, byModel } = summary
  const today = dayOf(summary.range.to, timeZone)
  const first = summary.range.from === null ? (daily[0]?.key ?? today) : dayOf(summary.range.from, timeZone)
  const { unit, bars } = usageBars(daily, first, today)
  const days = PERIOD_DAYS[range]
  const comparison = all && days !== undefined ? comparePeriods(all.daily, today, Number(days)) : undefined
  const title = t(TITLES[unit])
  const download = () => {
    // The mark at the beginning tells spreadsheets that it is UTF-8.
    saveFile(`usage-${range}-${today}.csv`, `\uFEFF${usageCsv(summary)}`, 'text/csv;charset=utf-8')
    announce(t('usage.csvDone'))
  }
  return (
    <>
      <p className="text-sm text-muted">
        {t('usage.period', { span: spanName({ from: first, to: today }, i18n.language), zone: timeZone })}
      </p>
      <UsageTotals totals={totals} comparison={comparison} />
      <Section
        title={title}
        aside={
          <Button size="small" icon={<Download size={16} aria-hidden />} onClick={download}>
            {t('usage.csv')}
          </Button>
        }
      >
        <div className="grid gap-4 lg:grid-cols-[5fr_6fr] lg:items-start">
          <UsageChart title={title} bars={bars} unit={unit} />
          <UsageTable
            caption={t('usage.table', { title })}
            first={t(`usage.${unit}`)}
            rows={bars.toReversed().map((bar) => ({
              ...bar,
              key: bar.from,
              name: (
                <span className="whitespace-nowrap">{barName(bar.from, unit, 'long', i18n.language)}</span>
              ),
            }))}
          />
        </div>
      </Section>
      <UsageHeatMap hours={summary.hours} />
      <Section title={t('usage.byAgent')}>
        <UsageTable
          caption={t('usage.table', { title: t('usage.byAgent') })}
          first={t('usage.agent')}
          hasShares
          rows={rowsOf(
            byAgent,
            (key) => findFlavor(key)?.label ?? (key === 'unknown' ? t('usage.unknownAgent') : key),
          )}
        />
      </Section>
      <Section title={t('usage.byModel')}>
        <UsageTable
          caption={t('usage.table', { title: t('usage.byModel') })}
          first={t('usage.model')}
          hasShares
          rows={rowsOf(byModel, (key) => (key === 'unknown' ? t('usage.unknownModel') : key))}
        />
      </Section>
    </>
  )
}

function rowsOf(buckets: readonly DayBucket[], nameOf: (key: string) => string) {
  return buckets.map((bucket) => {
    const parts = tokenParts(bucket)
    return {
      ...parts,
      key: bucket.key,
      name: nameOf(bucket.key),
      total: parts.newInput + parts.cached + parts.output,
    }
  })
}
