import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemIdsOf } from '../../decode/conversation.ts'
import type { ConversationItem } from '../../decode/conversation-item.ts'
import type { MessagesSnapshot } from '../../state/hub-store-types.ts'
import { announce } from '../../ui/announce.ts'
import { useHub } from '../connection/hub-context.ts'
import { type MessageTarget, setMessageTarget, useMessageTarget } from './message-target.ts'

/** Heights of rows are known only once they were shown: so many frames until the place is certain. */
const SETTLING_FRAMES = 6

interface Place {
  sessionId: string
  messages: MessagesSnapshot
  items: readonly ConversationItem[]
  virtualizer: Virtualizer<HTMLDivElement, Element>
  scroller: RefObject<HTMLElement | null>
  /** Stops following the end. */
  hold: () => void
}

interface GoingTo {
  /** On the way: the conversation must not be taken back to its end. */
  isGoing: boolean
  /** The item that was looked for. */
  foundId: string | undefined
  /** What was looked for cannot be shown. */
  problem: 'gone' | 'failed' | undefined
  dismiss: () => void
}

/** Brings the conversation to a message that was found by a search, loading what stands around it. */
export function useGoToMessage({ sessionId, messages, items, virtualizer, scroller, hold }: Place): GoingTo {
  const { t } = useTranslation()
  const { store } = useHub()
  const target = useMessageTarget(sessionId)
  const asked = useRef<MessageTarget>(undefined)
  const [arrived, setArrived] = useState<MessageTarget>()
  const [foundId, setFoundId] = useState<string>()
  const [problem, setProblem] = useState<GoingTo['problem']>()
  const { status, rows, queued } = messages

  useEffect(() => {
    if (!target || status !== 'ready') return undefined
    hold()
    setProblem(undefined)
    const row = rows.find(({ id }) => id === target.messageId)
    const ids = row ? itemIdsOf(row) : []
    const index = items.findIndex(({ id }) => ids.includes(id))
    const item = items[index]
    const isWaiting = queued.some(({ id }) => id === target.messageId)
    if (item) {
      setFoundId(item.id)
      return settle(
        () => {
          virtualizer.scrollToIndex(index, { align: 'center' })
          hold()
        },
        () => {
          const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
          element?.focus({ preventScroll: true })
          announce(t('jump.shown'))
          setMessageTarget(undefined)
        },
      )
    }
    if (isWaiting || row || arrived === target) {
      // What waits is shown beside the conversation.
      if (!isWaiting) setProblem('gone')
      setMessageTarget(undefined)
      return undefined
    }
    if (asked.current === target) return undefined
    asked.current = target
    store.openAround(sessionId, target.position).then(
      () => setArrived(target),
      () => {
        setProblem('failed')
        setMessageTarget(undefined)
      },
    )
    return undefined
  }, [target, arrived, status, rows, queued, items, virtualizer, scroller, hold, store, sessionId, t])

  return { isGoing: target !== undefined, foundId, problem, dismiss: () => setProblem(undefined) }
}

/** Calls `step` on several frames and `done` after the last; returns the way to stop. */
function settle(step: () => void, done: () => void): () => void {
  let left = SETTLING_FRAMES
  let frame = 0
  const next = () => {
    step()
    left -= 1
    if (left === 0) done()
    else frame = requestAnimationFrame(next)
  }
  next()
  return () => cancelAnimationFrame(frame)
}
