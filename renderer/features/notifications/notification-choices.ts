import type { BrowserPushAction } from '../../../contract/push.ts'
import type { NotificationChoices } from '../../sw/notification.ts'
import { keepChoice, readChoice } from '../web-app/worker-store.ts'

const NAME = 'notifications'

async function change(changes: NotificationChoices): Promise<void> {
  const present = (await readChoice(NAME)) as NotificationChoices | undefined
  await keepChoice(NAME, { ...present, ...changes } satisfies NotificationChoices)
}

/** Gives the worker the words of the page's language. */
export const keepNotificationWords = (words: Record<BrowserPushAction, string>) => change({ words })

export const keepSilent = (isSilent: boolean) => change({ isSilent })

export async function readSilent(): Promise<boolean> {
  const present = (await readChoice(NAME)) as NotificationChoices | undefined
  return present?.isSilent ?? false
}
