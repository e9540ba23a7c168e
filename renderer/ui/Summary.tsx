import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The line of a `<details>` that opens it, and shows that it does. */
export function Summary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <summary
      className={classNames(
        'tap flex w-fit cursor-pointer items-center gap-1 rounded-md py-1 text-muted',
        className,
      )}
    >
      <ChevronRight
        size={15}
        aria-hidden
        className="shrink-0 in-[details[open]]:rotate-90 motion-safe:transition-transform"
      />
      {children}
    </summary>
  )
}
