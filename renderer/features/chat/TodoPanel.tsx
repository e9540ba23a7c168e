import { ChevronDown, Circle, CircleCheck, CircleDot } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TodoItem } from '../../../contract/session.ts'
import { classNames } from '../../ui/class-names.ts'

const ICONS = { pending: Circle, in_progress: CircleDot, completed: CircleCheck }

/** The agent's to-do list: one line with what it does now, the whole on request. */
export function TodoPanel({ todos }: { todos: readonly TodoItem[] | undefined }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!todos || todos.length === 0) return null
  const completed = todos.filter(({ status }) => status === 'completed').length
  if (completed === todos.length && !isOpen) return null
  const current = todos.find(({ status }) => status === 'in_progress')
  return (
    <section aria-label={t('todos.title')} className="rounded-xl border border-line bg-raised">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="tap flex min-h-9 w-full items-center gap-2.5 rounded-xl px-3 text-left text-sm hover:bg-hover"
      >
        <span className="shrink-0 font-medium">{t('todos.title')}</span>
        <span className="shrink-0 text-muted tabular-nums">
          {t('todos.progress', { completed, total: todos.length })}
        </span>
        <span className="min-w-0 flex-1 truncate text-muted">
          {!isOpen && (current?.activeForm ?? current?.content)}
        </span>
        <ChevronDown
          size={16}
          aria-hidden
          className={classNames('shrink-0 text-faint transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <ul id={id} className="thin-scroll max-h-56 overflow-y-auto px-3 pb-2.5 text-sm">
          {todos.map(({ content, status }, index) => {
            const Icon = ICONS[status]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing, and the rows keep no state
              <li key={index} className="flex items-start gap-2.5 py-1">
                <Icon
                  size={16}
                  aria-hidden
                  className={classNames(
                    'mt-0.5 shrink-0',
                    status === 'completed'
                      ? 'text-ok'
                      : status === 'in_progress'
                        ? 'text-accent'
                        : 'text-faint',
                  )}
                />
                <span className={classNames(status === 'completed' && 'text-faint line-through')}>
                  {content}
                  <span className="sr-only"> ({t(`todos.${status}`)})</span>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
