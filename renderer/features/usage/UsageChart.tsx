import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { useWidth } from '../../ui/use-width.ts'
import type { BarUnit, TokenParts, UsageBar } from './usage-days.ts'
import { barName, compactNumber, fullNumber } from './usage-words.ts'

const HEIGHT = 240
const MARGIN = { top: 10, right: 22, bottom: 26, left: 46 }
/** Room one name below the chart needs, in pixels. */
const NAME_WIDTH = 62

export const PARTS = ['newInput', 'cached', 'output'] as const satisfies readonly (keyof TokenParts)[]
const COLORS: Record<keyof TokenParts, string> = {
  newInput: 'var(--color-accent)',
  cached: 'var(--color-strong-line)',
  output: 'var(--color-warn)',
}
const colorOf = scaleOrdinal({ domain: [...PARTS], range: PARTS.map((part) => COLORS[part]) })

interface UsageChartProps {
  title: string
  bars: readonly UsageBar[]
  unit: BarUnit
}

/** Stacked bars over time. Screen readers are led to the table, which has the same figures. */
export function UsageChart({ title, bars, unit }: UsageChartProps) {
  const { t, i18n } = useTranslation()
  const [frame, width] = useWidth<HTMLDivElement>()
  const innerWidth = Math.max(0, width - MARGIN.left - MARGIN.right)
  const innerHeight = HEIGHT - MARGIN.top - MARGIN.bottom
  const x = scaleBand({ domain: bars.map(({ from }) => from), range: [0, innerWidth], padding: 0.25 })
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bars.map(({ total }) => total))],
    range: [innerHeight, 0],
    nice: true,
  })
  const step = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(innerWidth / NAME_WIDTH))))
  const named = bars.filter((_, index) => index % step === 0).map(({ from }) => from)
  const text = { fill: 'var(--color-muted)', fontSize: 11, fontFamily: 'inherit' }
  return (
    <div ref={frame} className="min-w-0">
      <svg
        role="img"
        aria-label={t('usage.chart', { title })}
        width={width}
        height={HEIGHT}
        className="block"
      >
        {width > 0 && (
          <Group top={MARGIN.top} left={MARGIN.left}>
            {y.ticks(4).map((value) => (
              <line
                key={value}
                x2={innerWidth}
                y1={y(value)}
                y2={y(value)}
                stroke="var(--color-line)"
                aria-hidden
              />
            ))}
            <BarStack
              data={[...bars]}
              keys={[...PARTS]}
              x={({ from }) => from}
              xScale={x}
              yScale={y}
              color={colorOf}
              stroke="var(--color-raised)"
              strokeWidth={bars.length > 40 ? 0.5 : 1}
            />
            {bars.map((bar) => (
              <rect
                key={bar.from}
                x={x(bar.from)}
                width={x.bandwidth()}
                height={innerHeight}
                fill="transparent"
              >
                <title>
                  {[
                    barName(bar.from, unit, 'long', i18n.language),
                    ...PARTS.map((part) => `${t(`usage.${part}`)}: ${fullNumber(bar[part], i18n.language)}`),
                  ].join('\n')}
                </title>
              </rect>
            ))}
            <AxisLeft
              scale={y}
              numTicks={4}
              hideAxisLine
              hideTicks
              tickFormat={(value) => compactNumber(Number(value), i18n.language)}
              tickLabelProps={{ ...text, textAnchor: 'end', dx: -4, dy: 4 }}
            />
            <AxisBottom
              scale={x}
              top={innerHeight}
              tickValues={named}
              stroke="var(--color-strong-line)"
              hideTicks
              tickFormat={(from) => barName(from, unit, 'short', i18n.language)}
              tickLabelProps={{ ...text, textAnchor: 'middle' }}
            />
          </Group>
        )}
      </svg>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {PARTS.map((part) => (
          <li key={part} className="flex items-center gap-1.5">
            <Swatch part={part} />
            {t(`usage.${part}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The colour of a part, as a small square. */
export function Swatch({ part, className }: { part: keyof TokenParts; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('inline-block size-2.5 shrink-0 rounded-sm', className)}
      style={{ background: COLORS[part] }}
    />
  )
}
