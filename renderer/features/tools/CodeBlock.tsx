import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useHold } from '../chat/conversation-context.ts'
import { type CutText, cutText } from './cut-text.ts'
import { terminalText } from './terminal-text.ts'

/** Above this the rest waits until it is asked for; copying takes all of it. */
const SHOWN_CHARACTERS = 20_000

interface CodeBlockProps {
  text: string
  isError?: boolean
  /** More lines than about this wait until they are asked for. */
  foldAt?: number
  /** A program wrote it for a terminal: colours and progress are played instead of written out. */
  isOutput?: boolean
}

/** Text in a fixed-width font that scrolls by itself and can be copied. */
export function CodeBlock({ text: given, isError = false, foldAt, isOutput = false }: CodeBlockProps) {
  const { t, i18n } = useTranslation()
  const hold = useHold()
  const [isWhole, setWhole] = useState(false)
  const text = useMemo(() => (isOutput ? terminalText(given) : given), [given, isOutput])
  const cut = useMemo(() => cutBlock(text, foldAt), [text, foldAt])
  const shown = useMemo(() => showControls(isWhole ? text : cut.shown), [isWhole, text, cut])
  const toggle = () => {
    hold()
    setWhole(!isWhole)
  }
  return (
    <div
      className={classNames(
        'relative rounded-lg border',
        isError ? 'border-danger-line bg-danger-soft' : 'border-line bg-raised',
      )}
    >
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className={classNames(
          'thin-scroll overflow-auto rounded-lg min-h-10 py-2.5 pr-12 pl-3 pointer-coarse:min-h-12 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap',
          isWhole ? 'max-h-[70dvh]' : 'max-h-72',
        )}
      >
        {shown}
      </pre>
      {cut.isCut && (
        <div className="sticky bottom-0 rounded-b-lg border-t border-line bg-inherit px-1 py-1 text-sm text-muted">
          {/* Where nothing else is folded, nobody expects that there is more. */}
          {foldAt === undefined && !isWhole && (
            <span className="pl-2">
              {t('tools.hidden', { amount: (text.length - cut.shown.length).toLocaleString(i18n.language) })}
            </span>
          )}
          <ShowAll isWhole={isWhole} lineCount={cut.lineCount} onToggle={toggle} />
        </div>
      )}
      <CopyButton text={text} className="absolute top-1 right-1 size-8 bg-inherit" />
    </div>
  )
}

function cutBlock(text: string, foldAt: number | undefined): CutText {
  if (foldAt !== undefined) return cutText(text, { lines: foldAt, characters: SHOWN_CHARACTERS })
  return {
    shown: text.slice(0, SHOWN_CHARACTERS),
    lineCount: text.split('\n').length,
    isCut: text.length > SHOWN_CHARACTERS,
  }
}

interface ShowAllProps {
  isWhole: boolean
  lineCount: number
  onToggle: () => void
}

/** Unfolds a long text, and folds it again. */
export function ShowAll({ isWhole, lineCount, onToggle }: ShowAllProps) {
  const { t } = useTranslation()
  const all = lineCount > 1 ? t('toolCards.showAllLines', { count: lineCount }) : t('tools.showAll')
  return (
    <Button size="small" look="quiet" aria-expanded={isWhole} onClick={onToggle}>
      {isWhole ? t('toolCards.showLess') : all}
    </Button>
  )
}
