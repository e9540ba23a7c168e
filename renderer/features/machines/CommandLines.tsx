import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { MASK } from '../pairing/SecretCode.tsx'

interface CommandLinesProps {
  /** What they are for. */
  name: string
  /** What is copied. */
  text: string
  /** What is seen, with the mask for what is hidden. */
  shown?: string
}

/** Lines to paste elsewhere. */
export function CommandLines({ name, text, shown = text }: CommandLinesProps) {
  const { t } = useTranslation()
  const [before, after] = shown.split(MASK)
  return (
    <div className="relative mt-2 rounded-lg bg-sunken py-2.5 pr-12 pl-3">
      <pre className="font-mono text-[0.8125rem] whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
        <code>
          {before}
          {after !== undefined && (
            <>
              <span aria-hidden>{MASK}</span>
              <span className="sr-only">{t('pair.hidden')}</span>
              {after}
            </>
          )}
        </code>
      </pre>
      <CopyButton text={text} name={name} className="absolute top-1 right-1" />
    </div>
  )
}
