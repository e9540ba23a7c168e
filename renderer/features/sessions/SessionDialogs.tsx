import { type FormEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SESSION_TITLE_MAX_LENGTH } from '../../../contract/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { lazyPart } from '../chat/load-part.ts'
import type { SessionMenuActions } from './use-session-actions.ts'

const SuggestName = lazyPart(() => import('../history/SuggestName.tsx'), 'SuggestName')

interface SessionDialogsProps {
  actions: SessionMenuActions
  title: string
}

/** The dialogs of the session menu. */
export function SessionDialogs({ actions, title }: SessionDialogsProps) {
  const { t } = useTranslation()
  const { dialog, close } = actions
  return (
    <>
      <Dialog isOpen={dialog === 'rename'} onClose={close} title={t('sessions.rename.title')}>
        <RenameForm actions={actions} title={title} />
      </Dialog>
      <Dialog
        isOpen={dialog === 'archive'}
        onClose={close}
        title={t('sessions.archive.title', { title })}
        description={t('sessions.archive.text')}
      >
        <Confirm actions={actions} label={t('sessions.archive.confirm')} onConfirm={actions.archive} />
      </Dialog>
      <Dialog
        isOpen={dialog === 'delete'}
        onClose={close}
        title={t('sessions.delete.title', { title })}
        description={t('sessions.delete.text')}
      >
        <Confirm
          actions={actions}
          label={t('sessions.delete.confirm')}
          onConfirm={actions.remove}
          isDangerous
        />
      </Dialog>
    </>
  )
}

interface ConfirmProps {
  actions: SessionMenuActions
  label: string
  onConfirm: () => void
  isDangerous?: boolean
}

function Confirm({ actions, label, onConfirm, isDangerous = false }: ConfirmProps) {
  const { t } = useTranslation()
  const { action, close } = actions
  return (
    <div className="flex flex-col gap-4">
      {action.error !== undefined && <Notice kind="danger">{action.error}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button look={isDangerous ? 'danger' : 'primary'} isBusy={action.isBusy} onClick={onConfirm}>
          {label}
        </Button>
      </div>
    </div>
  )
}

function RenameForm({ actions, title }: SessionDialogsProps) {
  const { t } = useTranslation()
  const { action, close, rename } = actions
  const [name, setName] = useState(title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void rename(name.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('sessions.rename.label')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        maxLength={SESSION_TITLE_MAX_LENGTH}
        required
      />
      <Suspense>
        <SuggestName sessionId={actions.sessionId} onName={setName} />
      </Suspense>
      {action.error !== undefined && <Notice kind="danger">{action.error}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button look="primary" type="submit" isBusy={action.isBusy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
