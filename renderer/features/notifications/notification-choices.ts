import type { Language } from '../../i18n/language.ts'
import type { NotificationChoices } from '../../sw/notification.ts'
import { keepChoice, readChoice } from '../web-app/worker-store.ts'

const NAME = 'notifications'

async function change(changes: NotificationChoices): Promise<void> {
  const present = (await readChoice(NAME)) as NotificationChoices | undefined
  await keepChoice(NAME, { ...present, ...changes } satisfies NotificationChoices)
}

/** Tells the worker the language of the page. */
export const keepNotificationLanguage = (language: Language) => change({ language })

export const keepSilent = (isSilent: boolean) => change({ isSilent })

export async function readSilent(): Promise<boolean> {
  const present = (await readChoice(NAME)) as NotificationChoices | undefined
  return present?.isSilent ?? false
}
