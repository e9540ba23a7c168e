import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { TextField } from '../../ui/TextField.tsx'
import type { GivenAnswer, Question } from './questions.ts'

interface QuestionFieldProps {
  question: Question
  answer: GivenAnswer
  onChange: (answer: GivenAnswer) => void
}

/** One question: its options, and a field for other words. */
export function QuestionField({ question, answer, onChange }: QuestionFieldProps) {
  const { t } = useTranslation()
  const group = useId()
  const { text, header, options, isMulti, isSecret } = question
  const choose = (label: string, isChosen: boolean) => {
    const rest = isMulti ? answer.chosen.filter((chosen) => chosen !== label) : []
    onChange({ ...answer, chosen: isChosen ? [...rest, label] : rest, ...(!isMulti && { own: '' }) })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2">
        {header !== undefined && header !== text && (
          <span className="block text-xs font-medium text-faint">{showControls(header)}</span>
        )}
        {showControls(text)}
        {isMulti && <span className="block text-sm text-muted">{t('permission.several')}</span>}
      </legend>
      {options.map(({ label, description }) => (
        <label
          key={label}
          className="tap flex items-center gap-3 rounded-xl border border-line bg-raised px-3 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type={isMulti ? 'checkbox' : 'radio'}
            name={group}
            checked={answer.chosen.includes(label)}
            onChange={(event) => choose(label, event.target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            {showControls(label)}
            {description !== undefined && (
              <span className="block text-sm text-muted">{showControls(description)}</span>
            )}
          </span>
        </label>
      ))}
      <TextField
        label={options.length > 0 ? t('permission.ownOther') : t('permission.own')}
        isLabelHidden
        placeholder={options.length > 0 ? t('permission.ownOther') : t('permission.own')}
        type={isSecret ? 'password' : 'text'}
        autoComplete="off"
        value={answer.own}
        onChange={(event) => onChange({ chosen: isMulti ? answer.chosen : [], own: event.target.value })}
      />
    </fieldset>
  )
}
