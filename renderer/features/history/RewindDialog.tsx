import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rewindSession } from '../../../contract/history.ts'
import { ClientError } from '../../client/client-error.ts'
import type { UserItem } from '../../decode/conversation-item.ts'
import { isObject } from '../../decode/envelope.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useShownSession } from '../chat/session-context.ts'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'

interface RewindDialogProps {
  /** Goes with everything after it; nothing is open without one. */
  item: UserItem | undefined
  onClose: () => void
}

/** Asks before the conversation is taken back; what was written goes back into the message field. */
export function RewindDialog({ item, onClose }: RewindDialogProps) {
  const { t } = useTranslation()
  const { client, store } = useHub()
  const { session, composer } = useShownSession()
  const { id } = session
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const close = () => {
    if (isBusy) return
    setError(undefined)
    onClose()
  }
  const rewind = async () => {
    const messageLocalId = item?.row.localId
    if (!item || !messageLocalId) return
    setBusy(true)
    setError(undefined)
    try {
      await store.actions.act(id, client.call(rewindSession, { params: { id }, body: { messageLocalId } }))
      composer.current?.insert(item.text, [])
      announce(t('historyDialog.rewound'))
      onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const isUnknown = error instanceof ClientError && isObject(error.body) && error.body.hydrateFailed === true
  return (
    <Dialog
      isOpen={item !== undefined}
      onClose={close}
      title={t('historyDialog.rewindTitle')}
      description={t('historyDialog.rewindText')}
    >
      <blockquote className="mb-4 line-clamp-4 border-l-2 border-line pl-3 text-sm whitespace-pre-wrap text-muted">
        {item?.text}
      </blockquote>
      {error !== undefined && (
        <Notice kind="danger" className="mb-4">
          {isUnknown ? t('historyDialog.rewindUnknown') : failureText(t, error)}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button look="danger" isBusy={isBusy} disabled={isUnknown} onClick={() => void rewind()}>
          {t('historyDialog.rewindConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
