import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PinMode } from '../../../contract/session.ts'
import { useHub } from '../connection/hub-context.ts'
import { type Action, useAction } from '../connection/use-action.ts'

export type SessionDialog = 'rename' | 'delete' | 'archive'

export interface SessionMenuActions {
  sessionId: string
  action: Action
  dialog: SessionDialog | undefined
  open: (dialog: SessionDialog) => void
  close: () => void
  rename: (name: string) => Promise<void>
  pin: (mode: PinMode) => Promise<boolean>
  archive: () => Promise<void>
  remove: () => Promise<void>
  reopen: () => Promise<boolean>
  takeOver: () => Promise<boolean>
  stop: () => Promise<boolean>
}

/** What can be done with a session as a whole, with its dialogs. */
export function useSessionActions(id: string): SessionMenuActions {
  const { store } = useHub()
  const navigate = useNavigate()
  const action = useAction()
  const [dialog, setDialog] = useState<SessionDialog>()
  const close = () => {
    setDialog(undefined)
    action.clear()
  }
  const closeAfter = async (work: () => Promise<unknown>) => {
    if (await action.run(work)) setDialog(undefined)
  }
  return {
    sessionId: id,
    action,
    dialog,
    open: setDialog,
    close,
    rename: (name) => closeAfter(() => store.actions.rename(id, name)),
    pin: (mode) => action.run(() => store.actions.pin(id, mode)),
    archive: () => closeAfter(() => store.actions.archive(id)),
    remove: () =>
      closeAfter(async () => {
        await store.actions.remove(id)
        await navigate({ to: '/', replace: true })
      }),
    reopen: () =>
      action.run(async () => {
        const sessionId = await store.actions.reopen(id)
        await navigate({ to: '/sessions/$sessionId', params: { sessionId }, replace: sessionId !== id })
      }),
    takeOver: () => action.run(() => store.actions.switchToRemote(id)),
    stop: () => action.run(() => store.actions.abort(id)),
  }
}
