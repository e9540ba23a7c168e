import { type RefObject, useCallback, useEffect } from 'react'
import type { MessagesSnapshot } from '../../state/hub-store-types.ts'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'

/** More is asked for when this little is left above or below, px. */
const LOAD_WITHIN = 900

interface PagingOptions {
  sessionId: string
  messages: MessagesSnapshot
  scroller: RefObject<HTMLElement | null>
  /** The conversation is shown, and is not on its way to a message. */
  isSettled: boolean
}

/** One direction in which the conversation goes on. */
interface Pages {
  load: () => void
  hasFailed: boolean
}

/** How the conversation goes on in both directions. */
export interface Paging {
  older: Pages
  newer: Pages
  /** To be called on every scroll. */
  onScroll: () => void
}

/** Loads what stands before and after the held messages as the person comes near it. */
export function usePaging({ sessionId, messages, scroller, isSettled }: PagingOptions): Paging {
  const { store } = useHub()
  const { rows, hasOlder, loadingOlder, hasNewer, loadingNewer } = messages
  const older = useAction()
  const newer = useAction()
  const loadOlder = useCallback(
    () => void older.run(() => store.loadOlder(sessionId)),
    [older.run, store, sessionId],
  )
  const loadNewer = useCallback(
    () => void newer.run(() => store.loadNewer(sessionId)),
    [newer.run, store, sessionId],
  )
  // A failure is known a moment after the request has ended: until then it is busy.
  const canLoadOlder = hasOlder && !loadingOlder && !older.isBusy && older.error === undefined
  const canLoadNewer = hasNewer && !loadingNewer && !newer.isBusy && newer.error === undefined && isSettled

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    if (canLoadOlder && element.scrollTop < LOAD_WITHIN) loadOlder()
    if (canLoadNewer && leftBelow(element) < LOAD_WITHIN) loadNewer()
  }, [scroller, canLoadOlder, canLoadNewer, loadOlder, loadNewer])

  // A page that does not fill the window cannot be scrolled to ask for more.
  useEffect(() => {
    const element = scroller.current
    if (canLoadOlder && isSettled && element && element.scrollHeight <= element.clientHeight + 1) loadOlder()
  }, [canLoadOlder, isSettled, scroller, loadOlder])

  // Who waits at the end of what is held does not scroll again; and a page may hold nothing that is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have another height
  useEffect(() => {
    const element = scroller.current
    if (canLoadNewer && element && leftBelow(element) < LOAD_WITHIN) loadNewer()
  }, [canLoadNewer, rows, scroller, loadNewer])

  return {
    older: { load: loadOlder, hasFailed: older.error !== undefined },
    newer: { load: loadNewer, hasFailed: hasNewer && newer.error !== undefined },
    onScroll,
  }
}

const leftBelow = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight
