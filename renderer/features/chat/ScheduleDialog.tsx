import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { readFieldValue, scheduleRange, toFieldValue } from './schedule-options.ts'

const FIRST_SUGGESTION_MS = 2 * 60 * 60 * 1000

interface ScheduleDialogProps {
  isOpen: boolean
  onClose: () => void
  onPick: (at: number) => void
}

/** Any moment within the week. */
export function ScheduleDialog({ isOpen, onClose, onPick }: ScheduleDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('schedule.pickTitle')}
      description={t('schedule.pickText')}
    >
      <PickForm onClose={onClose} onPick={onPick} />
    </Dialog>
  )
}

function PickForm({ onClose, onPick }: Omit<ScheduleDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [value, setValue] = useState(() => toFieldValue(Date.now() + FIRST_SUGGESTION_MS))
  const [problem, setProblem] = useState<'empty' | 'past' | 'too-far'>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = readFieldValue(value, Date.now())
    if (typeof at === 'number') onPick(at)
    else setProblem(at)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('schedule.when')}
        type="datetime-local"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        {...scheduleRange(Date.now())}
      />
      {problem && <Notice kind="danger">{t(`schedule.problem.${problem}`)}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" type="submit">
          {t('schedule.confirm')}
        </Button>
      </div>
    </form>
  )
}
