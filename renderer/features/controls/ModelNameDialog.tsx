import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface ModelNameDialogProps {
  isOpen: boolean
  onClose: () => void
  onName: (name: string) => void
}

/** For agents that cannot list their models: its name by hand. */
export function ModelNameDialog({ isOpen, onClose, onName }: ModelNameDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onName(name.trim())
    setName('')
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('controls.otherModel')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('controls.modelName')}
          hint={t('controls.modelNameHint')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit">
            {t('controls.use')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
