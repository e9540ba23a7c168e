import { useTranslation } from 'react-i18next'
import type { EventItem } from '../../decode/conversation-item.ts'
import { showControls } from '../../decode/show-controls.ts'
import { LongMarkdown } from '../tools/LongMarkdown.tsx'
import { eventText, longEventTitle } from './event-words.ts'
import { Fold } from './Fold.tsx'

/** Something that happened, quietly; what takes more than a line to tell is folded. */
export function EventLine({ item }: { item: EventItem }) {
  const { t, i18n } = useTranslation()
  const text = eventText(item, t, i18n.language)
  const title = longEventTitle(item.name, text, { t, locale: i18n.language })
  if (title !== undefined) {
    return (
      <Fold id={item.id} summary={<span className="truncate text-muted">{title}</span>}>
        <LongMarkdown text={text} />
      </Fold>
    )
  }
  return (
    <p className="flex items-center gap-3 py-1 text-xs text-faint">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span className="max-w-[80%] text-center [overflow-wrap:anywhere]">{showControls(text)}</span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}
