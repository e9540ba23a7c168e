import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import { lineDiff } from './line-diff.ts'

const LOOKS = {
  same: 'text-muted',
  added: 'bg-ok-soft text-ok',
  removed: 'bg-danger-soft text-danger',
} as const
const SIGNS = { same: ' ', added: '+', removed: '−' } as const

/** What an edit replaces and with what. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation()
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  return (
    <section
      aria-label={t('tools.diff')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="thin-scroll max-h-80 overflow-auto rounded-lg border border-line bg-raised py-1.5 font-mono text-[0.8125rem] leading-relaxed"
    >
      <div className="w-max min-w-full">
        {lines.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one diff keep their places
          <div key={index} className={classNames('px-3 whitespace-pre', LOOKS[kind])}>
            <span aria-hidden className="mr-2 inline-block w-2 select-none">
              {SIGNS[kind]}
            </span>
            {kind !== 'same' && <span className="sr-only">{t(`tools.${kind}`)} </span>}
            {showControls(text)}
          </div>
        ))}
      </div>
    </section>
  )
}
