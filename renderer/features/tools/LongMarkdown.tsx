import { useMemo, useState } from 'react'
import { useHold } from '../chat/conversation-context.ts'
import { MarkdownText } from '../chat/MarkdownText.tsx'
import { ShowAll } from './CodeBlock.tsx'
import { cutText } from './cut-text.ts'

const FOLDED = { lines: 40, characters: 4000 }

/** Markdown of which the rest is shown on request; nothing for an empty one. */
export function LongMarkdown({ text }: { text: string }) {
  const hold = useHold()
  const [isWhole, setWhole] = useState(false)
  const cut = useMemo(() => cutText(text, FOLDED), [text])
  if (text.trim() === '') return null
  const toggle = () => {
    hold()
    setWhole(!isWhole)
  }
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised px-3 py-2 [overflow-wrap:anywhere]">
      <MarkdownText text={isWhole ? text : cut.shown} />
      {cut.isCut && <ShowAll isWhole={isWhole} lineCount={cut.lineCount} onToggle={toggle} />}
    </div>
  )
}
