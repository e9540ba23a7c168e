import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  /** Explains the field; read with it. */
  hint?: string
  isLabelHidden?: boolean
}

/** The look every field shares. */
export const FIELD =
  'w-full rounded-lg border border-strong-line bg-raised px-3 py-2 text-ink disabled:opacity-50 focus-visible:outline-offset-0'

/** A field of one line with its label. */
export function TextField({ label, hint, isLabelHidden = false, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={classNames('mb-1.5 block text-sm font-medium', isLabelHidden && 'sr-only')}
      >
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={classNames(FIELD, 'min-h-11')}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
