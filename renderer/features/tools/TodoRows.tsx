import { Circle, CircleCheck, CircleDot, CircleSlash } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Todo } from './todo-call.ts'

const LOOKS = {
  pending: { icon: Circle, colour: 'text-faint' },
  in_progress: { icon: CircleDot, colour: 'text-accent' },
  completed: { icon: CircleCheck, colour: 'text-ok' },
  cancelled: { icon: CircleSlash, colour: 'text-faint' },
} as const

interface TodoRowsProps {
  id?: string
  todos: readonly Todo[]
  className?: string
}

/** To-dos with how far each is. */
export function TodoRows({ id, todos, className }: TodoRowsProps) {
  const { t } = useTranslation()
  return (
    <ul id={id} className={classNames('text-sm', className)}>
      {todos.map(({ content, state }, index) => {
        const { icon: Icon, colour } = LOOKS[state]
        const isOver = state === 'completed' || state === 'cancelled'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing, and the rows keep no state
          <li key={index} className="flex items-start gap-2.5 py-1">
            <Icon size={16} aria-hidden className={classNames('mt-0.5 shrink-0', colour)} />
            <span
              className={classNames('min-w-0 [overflow-wrap:anywhere]', isOver && 'text-faint line-through')}
            >
              {showControls(content)}
              <span className="sr-only"> ({t(`todos.${state}`)})</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
