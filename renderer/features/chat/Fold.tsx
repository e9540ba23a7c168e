import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useOpened } from './conversation-context.ts'

interface FoldProps {
  /** The item it belongs to. */
  id: string
  icon?: ReactNode
  summary: ReactNode
  children: ReactNode
}

/** One line that unfolds. */
export function Fold({ id, icon, summary, children }: FoldProps) {
  const bodyId = useId()
  const [isOpen, toggle] = useOpened(id)
  return (
    <div className={classNames('rounded-lg border', isOpen ? 'border-line bg-sunken' : 'border-transparent')}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={toggle}
        className="tap -ml-2 flex min-h-8 w-[calc(100%+0.5rem)] items-center gap-2 rounded-lg px-2 text-left text-sm hover:bg-hover"
      >
        <ChevronRight
          size={15}
          aria-hidden
          className={classNames('shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        {icon}
        {summary}
      </button>
      {isOpen && (
        <div id={bodyId} className="flex flex-col gap-2 p-2.5 pt-1">
          {children}
        </div>
      )}
    </div>
  )
}
