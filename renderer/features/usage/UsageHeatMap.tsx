import { useTranslation } from 'react-i18next'
import type { UsageHour } from '../../../contract/usage.ts'
import { Section } from '../../ui/Section.tsx'
import { HOURS, heatLevel, heatRows, hourName, weekdayName } from './usage-hours.ts'
import { compactNumber, fullNumber } from './usage-words.ts'

/** Mixed with the ground, so that the levels stay in order in both themes. */
const SHADES = [
  'var(--color-sunken)',
  ...[30, 52, 76, 100].map(
    (share) => `color-mix(in oklab, var(--color-accent) ${share}%, var(--color-sunken))`,
  ),
]
const CELL = 'px-2 py-1.5 text-right tabular-nums whitespace-nowrap'

/** When in the week agents work: a map of its hours, and the busiest of them as a table. */
export function UsageHeatMap({ hours }: { hours: readonly UsageHour[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('usage.byHour')}>
      <div className="grid gap-4 lg:grid-cols-[5fr_6fr] lg:items-start">
        <HeatMap hours={hours} />
        <HourTable hours={hours} />
      </div>
    </Section>
  )
}

function HeatMap({ hours }: { hours: readonly UsageHour[] }) {
  const { t, i18n } = useTranslation()
  const most = Math.max(0, ...hours.map(({ totalTokens }) => totalTokens))
  return (
    <div className="min-w-0">
      <div role="img" aria-label={t('usage.heatMap')} className="text-xs text-muted">
        {heatRows(hours).map(({ weekday, cells }) => (
          <div key={weekday} className="flex items-center gap-px py-px sm:gap-0.5">
            <span className="w-9 shrink-0 truncate">{weekdayName(weekday, 'short', i18n.language)}</span>
            {cells.map((cell, hour) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the row is the hour itself
                key={hour}
                title={[
                  weekdayName(weekday, 'long', i18n.language),
                  hourName(hour, i18n.language),
                  t('usage.tokens', { value: fullNumber(cell?.totalTokens ?? 0, i18n.language) }),
                ].join('\n')}
                className="h-5 min-w-0 flex-1 rounded-xs"
                style={{ background: SHADES[heatLevel(cell?.totalTokens ?? 0, most)] }}
              />
            ))}
          </div>
        ))}
        <div aria-hidden className="flex gap-px pt-1 pl-9 sm:gap-0.5">
          {HOURS.map((hour) => (
            <span key={hour} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
              {hour % 6 === 0 ? hour : ''}
            </span>
          ))}
        </div>
      </div>
      <p aria-hidden className="mt-2 flex items-center gap-1.5 text-sm text-muted">
        {t('usage.less')}
        {SHADES.map((shade) => (
          <span key={shade} className="size-3 rounded-xs border border-line" style={{ background: shade }} />
        ))}
        {t('usage.more')}
      </p>
    </div>
  )
}

function HourTable({ hours }: { hours: readonly UsageHour[] }) {
  const { t, i18n } = useTranslation()
  const caption = t('usage.table', { title: t('usage.byHour') })
  const busiest = hours.toSorted((a, b) => b.totalTokens - a.totalTokens)
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="thin-scroll max-h-56 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              {t('usage.hour')}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              {t('usage.answers')}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              {t('usage.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {busiest.map(({ weekday, hour, requests, totalTokens }) => (
            <tr key={weekday * 24 + hour} className="border-t border-line">
              <th scope="row" className="px-2 py-1.5 text-left font-medium">
                {weekdayName(weekday, 'long', i18n.language)}{' '}
                <span className="font-normal whitespace-nowrap text-muted">
                  {hourName(hour, i18n.language)}
                </span>
              </th>
              <td className={CELL}>{compactNumber(requests, i18n.language)}</td>
              <td className={`${CELL} font-medium`}>{fullNumber(totalTokens, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
