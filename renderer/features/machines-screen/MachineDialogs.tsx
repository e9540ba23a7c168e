import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DISPLAY_NAME_MAX, type Machine, renameMachine, restartRunner } from '../../../contract/machine.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useHub } from '../connection/hub-context.ts'
import { type Action, useAction } from '../connection/use-action.ts'
import { machineName } from '../machines/machine-name.ts'

interface MachineDialogProps {
  machine: Machine
  isOpen: boolean
  onClose: () => void
}

/** Gives the computer a name, or its own one back. */
export function RenameMachine({ machine, isOpen, onClose }: MachineDialogProps) {
  const { t } = useTranslation()
  const action = useAction()
  const close = () => {
    action.clear()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('machines.rename.title')}>
      <RenameForm machine={machine} action={action} onClose={close} />
    </Dialog>
  )
}

interface RenameFormProps {
  machine: Machine
  action: Action
  onClose: () => void
}

function RenameForm({ machine, action, onClose }: RenameFormProps) {
  const { t } = useTranslation()
  const { client, store } = useHub()
  const [name, setName] = useState(machine.metadata?.displayName ?? '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await action.run(async () => {
      await client.call(renameMachine, { params: { id: machine.id }, body: { displayName: name } })
      await store.refreshMachines()
    })
    if (isDone) onClose()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('machines.rename.label')}
        hint={t('machines.rename.hint', { host: machine.metadata?.host ?? machine.id })}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={DISPLAY_NAME_MAX}
        autoComplete="off"
      />
      {action.error !== undefined && <Notice kind="danger">{action.error}</Notice>}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button look="primary" type="submit" isBusy={action.isBusy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}

/** Ends the runner, which its supervisor starts again. */
export function RestartRunner({ machine, isOpen, onClose }: MachineDialogProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const action = useAction()
  const computer = machineName(machine)
  const close = () => {
    action.clear()
    onClose()
  }
  const restart = async () => {
    const isDone = await action.run(() =>
      client.call(restartRunner, { params: { id: machine.id }, body: {} }),
    )
    if (!isDone) return
    announce(t('machines.restart.done', { computer }))
    close()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('machines.restart.title')}
      description={t('machines.restart.text', { computer })}
    >
      {action.error !== undefined && (
        <Notice kind="danger" className="mb-4">
          {action.error}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button look="primary" isBusy={action.isBusy} onClick={restart}>
          {t('machines.restart.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
