import type { SearchSnippet } from '../../../contract/search.ts'
import { showControls } from '../../decode/show-controls.ts'
import { markedParts } from './marked-parts.ts'

/** A piece of a message with what was looked for standing out. */
export function Snippet({ snippet }: { snippet: SearchSnippet }) {
  return markedParts(snippet).map(({ start, text, isMatch }) =>
    isMatch ? (
      <mark key={start} className="rounded-xs bg-warn-soft font-medium text-ink">
        {showControls(text)}
      </mark>
    ) : (
      <span key={start}>{showControls(text)}</span>
    ),
  )
}
