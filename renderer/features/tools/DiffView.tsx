import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import type { FileChange } from './change-call.ts'
import { type DiffLine, lineDiff, patchLines } from './line-diff.ts'
import { useSome } from './use-some.tsx'

const LOOKS = {
  same: 'text-muted',
  added: 'bg-ok-soft text-ok',
  removed: 'bg-danger-soft text-danger',
} as const
const SIGNS = { same: ' ', added: '+', removed: '−' } as const

interface ChangeViewProps {
  change: FileChange
  /** So many lines at first. */
  first: number
}

/** What becomes of a file. */
export function DiffView({ change: { path, text, patch }, first }: ChangeViewProps) {
  const lines = useMemo(
    () => (text ? lineDiff(text.before, text.after) : patchLines(patch ?? '')),
    [text, patch],
  )
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {path !== undefined && (
        <p className="px-1 font-mono text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          {showControls(path)}
        </p>
      )}
      <DiffLines lines={lines} first={first} />
    </div>
  )
}

function DiffLines({ lines, first }: { lines: readonly DiffLine[]; first: number }) {
  const { t } = useTranslation()
  const { some, more } = useSome(lines, first)
  return (
    <>
      <section
        aria-label={t('tools.diff')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="thin-scroll max-h-80 overflow-auto rounded-lg border border-line bg-raised py-1.5 font-mono text-[0.8125rem] leading-relaxed"
      >
        <div className="w-max min-w-full">
          {some.map(({ kind, text }, index) => (
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
      {more}
    </>
  )
}
