import { MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import { showControls } from '../../decode/show-controls.ts'
import { Snippet } from '../search/Snippet.tsx'
import { type MessageSearch, useMessageSearch } from '../search/use-message-search.ts'
import { useOpenResult } from '../search/use-open-result.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** Enough to see whether it is there; the list of sessions shows all of them. */
const MOST_MESSAGES = 6

/** Messages that hold what is typed, found by the hub. */
export function useMessageEntries(
  query: string,
): Pick<MessageSearch, 'isSearching' | 'error'> & { messages: readonly PaletteEntry[] } {
  const open = useOpenResult()
  const { results, isSearching, error } = useMessageSearch(query)
  const messages = useMemo(
    () =>
      (results ?? []).slice(0, MOST_MESSAGES).map(
        (result): PaletteEntry => ({
          id: `message ${result.messageId}`,
          group: 'messages',
          title: showControls(result.sessionName),
          content: <Snippet snippet={result.snippet} />,
          icon: <MessageSquareText size={18} />,
          run: () => open(result),
        }),
      ),
    [results, open],
  )
  return { messages, isSearching, error }
}
