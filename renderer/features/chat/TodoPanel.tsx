import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TodoItem } from '../../../contract/session.ts'
import { classNames } from '../../ui/class-names.ts'
import { TodoRows } from '../tools/TodoRows.tsx'

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
        <TodoRows
          id={id}
          todos={todos.map(({ content, status }) => ({ content, state: status }))}
          className="thin-scroll max-h-56 overflow-y-auto px-3 pb-2.5"
        />
      )}
    </section>
  )
}
