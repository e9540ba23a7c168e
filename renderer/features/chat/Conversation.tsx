import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, MessageCircle } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { createConversationDecoder } from '../../decode/conversation.ts'
import { comparePositions, positionOf } from '../../state/message-row.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useHub, useMessages } from '../connection/hub-context.ts'
import { useGoToMessage } from '../search/use-go-to-message.ts'
import { askedSteps } from '../tools/step-state.ts'
import { isAtWork } from './control.ts'
import { ConversationContext } from './conversation-context.ts'
import { Item } from './Item.tsx'
import { PagingNotices } from './PagingNotices.tsx'
import { ConversationSkeleton } from './SessionSkeleton.tsx'
import { NEAR_END, useFollowEnd } from './use-follow-end.ts'
import { usePaging } from './use-paging.ts'

/** What was said, anchored at its end; keeps its place while more comes in above and below. */
export function Conversation({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { store } = useHub()
  const { id, active, agentState } = session
  const isWorking = isAtWork(session)
  const [opened] = useState(() => new Map<string, boolean>())
  const messages = useMessages(id)
  const { status, rows, loadingOlder, hasNewer, mode } = messages
  const decode = useMemo(() => createConversationDecoder(), [])
  const items = useMemo(() => decode(rows), [decode, rows])
  const scroller = useRef<HTMLDivElement>(null)

  const isReady = status === 'ready' && items.length > 0
  const toBottom = useRef(() => {})
  const scrollToEnd = useCallback(() => toBottom.current(), [])
  const {
    isFollowing,
    onScroll: followScroll,
    hold,
  } = useFollowEnd(scroller, {
    isReady,
    isCutOff: hasNewer,
    scrollToEnd,
  })
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 72,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: isFollowing,
    scrollEndThreshold: isFollowing ? NEAR_END : -1,
    paddingStart: 12,
    paddingEnd: 12,
  })
  toBottom.current = () => virtualizer.scrollToEnd()
  useLayoutEffect(() => {
    if (isReady) scrollToEnd()
  }, [isReady, scrollToEnd])

  const going = useGoToMessage({ sessionId: id, messages, items, virtualizer, scroller, hold })

  const isSettled = isReady && !going.isGoing
  const paging = usePaging({ sessionId: id, messages, scroller, isSettled })
  const pageOnScroll = paging.onScroll
  const onScroll = useCallback(() => {
    followScroll()
    pageOnScroll()
  }, [followScroll, pageOnScroll])

  // Whoever reads the end gets what comes next, and need not keep all of the past.
  useEffect(() => {
    if (isFollowing && mode === 'history' && !loadingOlder && !going.isGoing) store.returnToTail(id)
  }, [isFollowing, mode, loadingOlder, going.isGoing, store, id])

  // By place and not by identity: the end that is dropped for older messages leaves another behind.
  const last = rows.at(-1)
  const seen = useRef(last)
  if (isFollowing) seen.current = last
  const hasNew =
    last !== undefined &&
    seen.current !== undefined &&
    comparePositions(positionOf(last), positionOf(seen.current)) > 0

  const toEnd = () => {
    store.returnToTail(id)
    scrollToEnd()
  }
  const asked = useMemo(() => askedSteps({ active, agentState }), [active, agentState])
  const shared = useMemo(
    () => ({ sessionId: id, folder: session.metadata?.path, isAtWork: isWorking, asked, opened, hold }),
    [id, session.metadata?.path, isWorking, asked, opened, hold],
  )

  if (status === 'loading') return <ConversationSkeleton />
  if (status === 'error') {
    return (
      <div className="m-auto max-w-md p-4">
        <Notice
          kind="danger"
          action={
            <Button size="small" onClick={() => store.retryNow()}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {t('conversation.loadFailed')}
        </Notice>
      </div>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState icon={<MessageCircle size={22} />} title={t('conversation.emptyTitle')}>
        {t('conversation.emptyText')}
      </EmptyState>
    )
  }
  return (
    <ConversationContext value={shared}>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={scroller}
          onScroll={onScroll}
          role="log"
          aria-label={t('conversation.label')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="thin-scroll flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px] [overflow-anchor:none]"
        >
          <div
            className="relative mx-auto mt-auto w-full max-w-3xl shrink-0"
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const item = items[index]
              return item ? (
                <div
                  key={key}
                  data-index={index}
                  ref={virtualizer.measureElement}
                  // A message that was looked for takes the focus, so that reading goes on there.
                  tabIndex={item.id === going.foundId ? -1 : undefined}
                  className={classNames(
                    // Stacked accents stay in their message; the ring of what has the keyboard keeps its room.
                    'absolute inset-x-0 top-0 overflow-clip px-4 [overflow-clip-margin:4px] sm:px-5',
                    item.id === going.foundId &&
                      'bg-accent-soft/40 shadow-[inset_3px_0_0_var(--color-accent)] outline-none',
                  )}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Item item={item} isFound={item.id === going.foundId} />
                </div>
              ) : null
            })}
          </div>
        </div>
        <PagingNotices messages={messages} paging={paging} />
        {going.problem && (
          <div className="absolute inset-x-4 top-2 z-10 mx-auto max-w-md">
            <Notice
              kind="danger"
              action={
                <Button size="small" onClick={going.dismiss}>
                  {t('common.close')}
                </Button>
              }
            >
              {t(`jump.${going.problem}`)}
            </Notice>
          </div>
        )}
        {!isFollowing && (
          <button
            type="button"
            onClick={toEnd}
            className="tap absolute bottom-3 left-1/2 flex min-h-9 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-raised px-4 text-sm font-medium shadow-float hover:bg-hover"
          >
            <ArrowDown size={16} aria-hidden className="text-accent" />
            {hasNew ? t('conversation.newMessages') : t('conversation.toEnd')}
          </button>
        )}
      </div>
    </ConversationContext>
  )
}
