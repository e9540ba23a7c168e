import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHold } from '../chat/conversation-context.ts'
import { CodeView } from '../files/CodeView.tsx'
import { ShowAll } from './CodeBlock.tsx'
import { cutText } from './cut-text.ts'
import { splitPath } from './describe-tool.ts'
import { FileLink } from './FileLink.tsx'
import type { ReadCall } from './read-call.ts'

const FOLDED = { lines: 20, characters: 10_000 }

/** A file that was read: which, which lines, and what stands in them. */
export function ReadCard({ call }: { call: ReadCall }) {
  const { t } = useTranslation()
  const { path, firstLine, lineCount, text, other } = call
  const last = firstLine + (lineCount ?? 0) - 1
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 px-1 text-sm text-muted">
        <FileLink path={path} />
        {lineCount !== undefined && lineCount > 0 && (
          <span>
            {last === firstLine
              ? t('toolCards.oneLine', { line: firstLine })
              : t('toolCards.lineRange', { first: firstLine, last })}
          </span>
        )}
      </p>
      {other === 'unchanged' && <p className="px-1 text-sm text-muted">{t('toolCards.unchanged')}</p>}
      {text === '' && <p className="px-1 text-sm text-muted">{t('files.emptyFile')}</p>}
      {text !== undefined && text !== '' && (
        <FileLines name={splitPath(path).file} text={text} firstLine={firstLine} />
      )}
    </>
  )
}

function FileLines({ name, text, firstLine }: { name: string; text: string; firstLine: number }) {
  const hold = useHold()
  const [isWhole, setWhole] = useState(false)
  const cut = useMemo(() => cutText(text, FOLDED), [text])
  const toggle = () => {
    hold()
    setWhole(!isWhole)
  }
  return (
    <>
      <div className="flex max-h-[70dvh] min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-raised">
        <CodeView name={name} text={isWhole ? text : cut.shown} firstLine={firstLine} />
      </div>
      {cut.isCut && (
        <div>
          <ShowAll isWhole={isWhole} lineCount={cut.lineCount} onToggle={toggle} />
        </div>
      )}
    </>
  )
}
