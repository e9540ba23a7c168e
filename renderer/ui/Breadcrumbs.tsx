import { ChevronRight } from 'lucide-react'
import { showControls } from '../decode/show-controls.ts'
import { classNames } from './class-names.ts'

export interface Crumb {
  name: string
  path: string
}

interface BreadcrumbsProps {
  label: string
  crumbs: readonly Crumb[]
  onOpen: (path: string) => void
  className?: string
}

/** The folders above the one that is open, and that one last; scrolls sideways where they do not fit. */
export function Breadcrumbs({ label, crumbs, onOpen, className }: BreadcrumbsProps) {
  return (
    <nav
      aria-label={label}
      className={classNames('thin-scroll shrink-0 overflow-x-auto border-line bg-sunken', className)}
    >
      <ol className="flex w-max items-center px-1.5 text-sm">
        {crumbs.map(({ name, path }, index) => (
          <li key={path} className="flex items-center">
            {index > 0 && <ChevronRight size={14} aria-hidden className="text-faint" />}
            <button
              type="button"
              aria-current={index === crumbs.length - 1 ? 'location' : undefined}
              onClick={() => onOpen(path)}
              className="tap rounded-md px-2 py-1.5 hover:bg-hover focus-visible:outline-offset-[-2px] aria-[current]:font-medium"
            >
              {showControls(name)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
