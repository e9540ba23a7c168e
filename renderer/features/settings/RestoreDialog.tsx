import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Backup, restoreBackup } from '../../../contract/storage.ts'
import { findBridge } from '../../bridge.ts'
import { formatFull } from '../../i18n/format.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'

interface RestoreDialogProps {
  backup: Backup
  onClose: () => void
  /** The backup waits for the next start of the hub. */
  onStaged: () => void
}

/** Says what a restore does before it is done; in the desktop window the hub then starts again by itself. */
export function RestoreDialog({ backup, onClose, onStaged }: RestoreDialogProps) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const restart = findBridge()?.restartHub
  const restore = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await client.call(restoreBackup, { params: { name: backup.name } })
      onStaged()
      announce(t(restart ? 'storage.restarting' : 'storage.staged'))
      onClose()
      await restart?.()
    } catch (error) {
      setProblem(failureText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('storage.restoreAsk', { date: formatFull(backup.createdAt, i18n.language) })}
      description={t('storage.restoreConsequences')}
    >
      <p className="mb-4 text-sm text-muted">
        {t(restart ? 'storage.restoreDesktop' : 'storage.restoreBrowser')}
      </p>
      {problem !== undefined && (
        <Notice kind="danger" className="mb-4">
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={restore}>
          {t('storage.restoreConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
