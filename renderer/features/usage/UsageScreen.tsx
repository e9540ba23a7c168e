import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getUsagePeriod, UsageRange } from '../../../contract/usage.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { PERIOD_DAYS, UsageReport } from './UsageReport.tsx'

/** What agents used, by day, agent and model; for the owner. */
export function UsageScreen() {
  const { t } = useTranslation()
  return (
    <ScreenFrame title={t('usage.title')} intro={t('usage.intro')} isWider>
      <Usage />
    </ScreenFrame>
  )
}

function Usage() {
  const { t } = useTranslation()
  const [range, setRange] = useState<UsageRange>('7d')
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = usePeriod(range, timeZone)
  // Only the whole record is sure to hold the time before.
  const all = usePeriod('all', timeZone)
  return (
    <div className="flex flex-1 flex-col gap-4">
      <OwnerQuery
        query={query}
        loading={t('usage.loading')}
        failed={(reason) => t('usage.failed', { reason })}
        shape="h-96"
      >
        {(summary) => {
          if (all.data?.totals.requests === 0) {
            return (
              <EmptyState icon={<ChartColumn size={22} />} title={t('usage.emptyTitle')}>
                {t('usage.emptyText')}
              </EmptyState>
            )
          }
          return (
            <>
              <SegmentedChoice
                label={t('usage.range')}
                value={range}
                choices={UsageRange.options.map((value) => ({ value, label: t(`usage.ranges.${value}`) }))}
                onChange={setRange}
              />
              {summary.totals.requests === 0 ? (
                <Notice>{t('usage.emptyRange')}</Notice>
              ) : (
                <UsageReport summary={summary} all={all.data} range={range} timeZone={timeZone} />
              )}
            </>
          )
        }}
      </OwnerQuery>
    </div>
  )
}

/** While another range loads, the one before stays. */
function usePeriod(range: UsageRange, timeZone: string) {
  const { client } = useHub()
  return useQuery({
    queryKey: ['usage', range, timeZone],
    queryFn: ({ signal }) =>
      client.call(getUsagePeriod, { query: { days: PERIOD_DAYS[range], timeZone }, signal }),
    placeholderData: (previous) => previous,
  })
}
