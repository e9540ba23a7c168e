import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  /** Whether it is all the page has to say. */
  isPage?: boolean
  children?: ReactNode
  /** The obvious next step. */
  action?: ReactNode
}

/** What a panel shows when there is nothing to show. */
export function EmptyState({ icon, title, isPage = false, children, action }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="m-auto flex max-w-sm flex-col items-center gap-3 px-6 py-10 text-center">
      <div
        className="flex size-12 items-center justify-center rounded-2xl bg-accent-soft text-accent"
        aria-hidden
      >
        {icon}
      </div>
      <Heading className="text-base font-semibold">{title}</Heading>
      {children && <div className="text-sm text-balance text-muted">{children}</div>}
      {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
