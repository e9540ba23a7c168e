import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface SectionProps {
  title: string
  hint?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled card of a screen. */
export function Section({ title, hint, aside, className, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames('rounded-2xl border border-line bg-raised p-4 shadow-card sm:p-5', className)}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
          {title}
        </h2>
        {aside}
      </div>
      {hint !== undefined && <div className="-mt-2 mb-3 text-sm text-muted">{hint}</div>}
      {children}
    </section>
  )
}
