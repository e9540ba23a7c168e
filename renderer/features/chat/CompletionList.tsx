import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Completion } from './use-completion.ts'

interface CompletionListProps {
  id: string
  completion: Completion
}

/** The id of one suggestion, which the text field names as the active one. */
export const suggestionId = (id: string, index: number) => `${id}-${index}`

/** Suggestions above the text field. */
export function CompletionList({ id, completion }: CompletionListProps) {
  const { t } = useTranslation()
  const { kind, suggestions, active, pick } = completion
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t(kind === 'command' ? 'completion.commands' : 'completion.skills')}
      className="thin-scroll max-h-56 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 text-sm shadow-float"
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text field, which keeps the focus
        <div
          key={suggestion.name}
          id={suggestionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(suggestion)}
          className="tap flex flex-wrap content-center items-baseline gap-x-3 rounded-lg px-2.5 py-1.5 hover:bg-hover aria-selected:bg-accent-soft"
        >
          <span className="font-mono font-medium [overflow-wrap:anywhere]">
            {kind === 'command' ? '/' : '$'}
            {suggestion.name}
          </span>
          {suggestion.description !== undefined && (
            <span className="line-clamp-1 min-w-0 flex-1 basis-40 text-muted">{suggestion.description}</span>
          )}
        </div>
      ))}
    </div>
  )
}
