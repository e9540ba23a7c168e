import { useId } from 'react'

interface SegmentedChoiceProps<Value extends string> {
  label: string
  value: Value
  /** `lang` where a label is in another language than the page. */
  choices: readonly { value: Value; label: string; lang?: string }[]
  onChange: (value: Value) => void
  /** The label stands above the choices instead of being only said. */
  showsLabel?: boolean
}

/** One of a few, all in sight. */
export function SegmentedChoice<Value extends string>({
  label,
  value,
  choices,
  onChange,
  showsLabel = false,
}: SegmentedChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="max-w-full">
      <legend className={showsLabel ? 'mb-1.5 text-sm font-medium' : 'sr-only'}>{label}</legend>
      <div className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-xl border border-line bg-sunken p-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            lang={choice.lang}
            className="tap relative inline-flex min-h-8 items-center justify-center rounded-lg px-3.5 text-sm font-medium text-muted hover:text-ink has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 size-full appearance-none"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
