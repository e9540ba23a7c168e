import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import type { DiffRow } from './unified-diff.ts'

const LOOKS = {
  same: 'text-muted',
  added: 'bg-ok-soft text-ok',
  removed: 'bg-danger-soft text-danger',
  gap: 'bg-sunken text-faint',
} as const
const SIGNS = { same: ' ', added: '+', removed: '−', gap: '⋯' } as const

interface DiffRowsProps {
  name: string
  rows: readonly DiffRow[]
}

/** The lines of a change, with their numbers before and after it; what nobody would see is written out. */
export const DiffRows = memo(function DiffRows({ name, rows }: DiffRowsProps) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('files.contents', { name: showControls(name) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="thin-scroll max-h-[70dvh] overflow-auto py-1.5 font-mono text-[0.8125rem] leading-relaxed focus-visible:outline-offset-[-2px]"
    >
      <div className="w-max min-w-full">
        {rows.map(({ kind, text, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one change keep their places
          <div key={index} className={classNames('flex whitespace-pre', LOOKS[kind])}>
            <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-faint select-none">
              {before}
            </span>
            <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-faint select-none">
              {after}
            </span>
            <span aria-hidden className="w-5 shrink-0 select-none">
              {SIGNS[kind]}
            </span>
            {(kind === 'added' || kind === 'removed') && (
              <span className="sr-only">{t(`tools.${kind}`)} </span>
            )}
            <span className="pr-3">{showControls(text)}</span>
          </div>
        ))}
      </div>
    </section>
  )
})
