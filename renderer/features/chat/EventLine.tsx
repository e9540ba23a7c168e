import type { EventItem } from '../../decode/conversation-item.ts'

/** Something that happened, quietly. */
export function EventLine({ item }: { item: EventItem }) {
  return (
    <p className="flex items-center gap-3 py-1 text-xs text-faint">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span className="max-w-[80%] text-center [overflow-wrap:anywhere]">{item.text}</span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}
