import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { classNames } from '../../ui/class-names.ts'

/** Above this the rest waits until it is asked for; copying takes all of it. */
const SHOWN_CHARACTERS = 20_000

/** Text in a fixed-width font that scrolls by itself and can be copied. */
export function CodeBlock({ text, isError = false }: { text: string; isError?: boolean }) {
  const { t, i18n } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const hidden = isWhole ? 0 : Math.max(0, text.length - SHOWN_CHARACTERS)
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
        className="thin-scroll max-h-72 overflow-auto rounded-lg min-h-10 py-2.5 pr-12 pl-3 pointer-coarse:min-h-12 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap"
      >
        {showControls(hidden > 0 ? text.slice(0, SHOWN_CHARACTERS) : text)}
      </pre>
      {hidden > 0 && (
        <div className="sticky bottom-0 rounded-b-lg border-t border-line bg-inherit px-3 py-1.5 text-sm text-muted">
          {t('tools.hidden', { amount: hidden.toLocaleString(i18n.language) })}{' '}
          <Button size="small" look="quiet" onClick={() => setWhole(true)}>
            {t('tools.showAll')}
          </Button>
        </div>
      )}
      <CopyButton text={text} className="absolute top-1 right-1 size-8 bg-inherit" />
    </div>
  )
}
