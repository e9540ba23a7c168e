import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { useHold } from '../chat/conversation-context.ts'

/** So many rows come at a press: more at once would keep the page from answering. */
const STEP = 1000

/** The first rows of a long list, and the button for those that follow; undefined when all are there. */
export function useSome<Row>(rows: readonly Row[], first: number): { some: readonly Row[]; more: ReactNode } {
  const { t } = useTranslation()
  const hold = useHold()
  const [limit, setLimit] = useState(first)
  // A fold that hides next to nothing is only in the way.
  if (rows.length <= limit * 1.25) return { some: rows, more: undefined }
  const left = rows.length - limit
  const showMore = () => {
    hold()
    setLimit(limit + Math.min(left, STEP))
  }
  const more = (
    <Button size="small" look="quiet" aria-expanded={false} onClick={showMore} className="self-start">
      {left <= STEP
        ? t('toolCards.showAll', { count: rows.length })
        : t('toolCards.showMore', { count: STEP, total: rows.length })}
    </Button>
  )
  return { some: rows.slice(0, limit), more }
}
