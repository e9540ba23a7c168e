import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { PARTS, Swatch } from './UsageChart.tsx'
import type { TokenParts } from './usage-days.ts'
import { fullNumber, percent } from './usage-words.ts'

export interface UsageRow extends TokenParts {
  key: string
  name: ReactNode
  total: number
}

interface UsageTableProps {
  /** Read before the table, and the name of the area that scrolls. */
  caption: string
  /** Heading of the first column. */
  first: string
  rows: readonly UsageRow[]
  /** Adds a bar with each row's part of the whole. */
  hasShares?: boolean
}

const CELL = 'px-2 py-1.5 text-right tabular-nums whitespace-nowrap'

/** Figures to read, and to hear. */
export function UsageTable({ caption, first, rows, hasShares = false }: UsageTableProps) {
  const { t, i18n } = useTranslation()
  const whole = rows.reduce((sum, { total }) => sum + total, 0)
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="thin-scroll max-h-72 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              {first}
            </th>
            {hasShares && (
              <th scope="col" className={classNames(CELL, 'text-left font-medium')}>
                {t('usage.share')}
              </th>
            )}
            {PARTS.map((part) => (
              <th key={part} scope="col" className={classNames(CELL, 'font-medium')}>
                {t(`usage.${part}`)}
              </th>
            ))}
            <th scope="col" className={classNames(CELL, 'font-medium')}>
              {t('usage.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-line">
              <th scope="row" className="min-w-28 px-2 py-1.5 text-left font-medium [overflow-wrap:anywhere]">
                {row.name}
              </th>
              {hasShares && (
                <td className="min-w-28 px-2 py-1.5">
                  <Share row={row} whole={whole} />
                </td>
              )}
              {PARTS.map((part) => (
                <td key={part} className={CELL}>
                  {fullNumber(row[part], i18n.language)}
                </td>
              ))}
              <td className={classNames(CELL, 'font-medium')}>{fullNumber(row.total, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Share({ row, whole }: { row: UsageRow; whole: number }) {
  const { i18n } = useTranslation()
  const share = whole === 0 ? 0 : row.total / whole
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="flex h-2.5 flex-1 overflow-hidden rounded-sm bg-sunken">
        {PARTS.map((part) => (
          <span
            key={part}
            className="flex"
            style={{ width: `${whole === 0 ? 0 : (row[part] / whole) * 100}%` }}
          >
            <Swatch part={part} className="h-full w-full rounded-none" />
          </span>
        ))}
      </span>
      <span className="w-10 text-right text-muted tabular-nums">{percent(share, i18n.language)}</span>
    </span>
  )
}
