import { useTranslation } from 'react-i18next'
import type { EventItem } from '../../decode/conversation-item.ts'
import { eventText } from './event-words.ts'

/** Something that happened, quietly. */
export function EventLine({ item }: { item: EventItem }) {
  const { t, i18n } = useTranslation()
  return (
    <p className="flex items-center gap-3 py-1 text-xs text-faint">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span className="max-w-[80%] text-center [overflow-wrap:anywhere]">
        {eventText(item, t, i18n.language)}
      </span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}
