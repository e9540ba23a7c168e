import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'bg-raised text-ink border border-line hover:bg-hover',
  quiet: 'text-ink hover:bg-hover',
  danger: 'bg-danger text-on-danger hover:opacity-90',
  'danger-quiet': 'text-danger hover:bg-danger-soft',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS
  size?: 'small' | 'normal'
  /** Shows a spinner and ignores presses. */
  isBusy?: boolean
  icon?: ReactNode
}

/** A button with words. */
export function Button({
  look = 'plain',
  size = 'normal',
  isBusy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || rest.disabled || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classNames(
        'tap inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium transition-colors',
        'disabled:opacity-50 disabled:pointer-events-none aria-busy:opacity-80',
        size === 'small' ? 'min-h-8 px-3 text-sm' : 'min-h-10 px-4 text-[0.9375rem]',
        LOOKS[look],
        className,
      )}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
