import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const LOOKS = {
  info: { icon: Info, look: 'border-line bg-sunken text-ink' },
  warn: { icon: TriangleAlert, look: 'border-warn-line bg-warn-soft text-ink [&>svg]:text-warn' },
  danger: { icon: CircleAlert, look: 'border-danger-line bg-danger-soft text-ink [&>svg]:text-danger' },
} as const

interface NoticeProps {
  kind?: keyof typeof LOOKS
  children: ReactNode
  /** What to do next. */
  action?: ReactNode
  className?: string
}

/** A sentence that matters, where it matters. Failures are read out at once. */
export function Notice({ kind = 'info', children, action, className }: NoticeProps) {
  const { icon: Icon, look } = LOOKS[kind]
  return (
    <div
      role={kind === 'danger' ? 'alert' : undefined}
      className={classNames(
        'flex items-start gap-2.5 rounded-lg border px-3 py-2.5 text-sm',
        look,
        className,
      )}
    >
      <Icon size={17} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
      {action}
    </div>
  )
}
