import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Said by screen readers and shown on hover. */
  label: string
  look?: 'quiet' | 'primary' | 'plain'
}

const LOOKS = {
  quiet: 'text-muted hover:bg-hover hover:text-ink data-[state=open]:bg-hover',
  plain: 'border border-line bg-raised text-ink hover:bg-hover',
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
} as const

/** A button with only a picture. */
export function IconButton({ label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(
        'tap inline-flex size-9 shrink-0 items-center justify-center rounded-lg transition-colors',
        'disabled:pointer-events-none disabled:opacity-40',
        LOOKS[look],
        className,
      )}
    />
  )
}
