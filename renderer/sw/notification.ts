import type { TFunction } from 'i18next'
import {
  type BrowserPushAction,
  BrowserPushMessage,
  browserPushActions,
  SERVICE_NAME,
} from '../../contract/push.ts'
import { noticeWords } from '../features/notifications/notice-words.ts'
import { LANGUAGES, type Language, languageOf } from '../i18n/language.ts'

/** What a browser can do with a notification beyond what the type knows of. */
export interface ShownNotification {
  title: string
  options: NotificationOptions & {
    actions?: { action: BrowserPushAction; title: string }[]
    renotify?: boolean
  }
}

/** What the pages of this browser keep for the worker. */
export interface NotificationChoices {
  /** The language a page was last shown in. */
  language?: Language
  isSilent?: boolean
}

/** The language of notifications: that of the page, else the browser's. */
export function notificationLanguage(
  { language }: NotificationChoices,
  preferred: readonly string[],
): Language {
  return LANGUAGES.find((known) => known === language) ?? languageOf('system', preferred)
}

const ICON_PATH = '/icons/icon-192.png'

/** The message a push carried; undefined when it cannot be read, as from a hub of another version. */
export function readPush(text: string | undefined): BrowserPushMessage | undefined {
  try {
    return BrowserPushMessage.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

/**
 * The notification for a message. One that cannot be read is shown all the same: browsers take the permission
 * away from pages that are pushed to and show nothing.
 */
export function notificationOf(
  message: BrowserPushMessage | undefined,
  { isSilent = false }: NotificationChoices,
  t: TFunction,
): ShownNotification {
  const look = { icon: ICON_PATH, silent: isSilent }
  if (!message) return { title: SERVICE_NAME, options: { ...look, body: t('notices.activity') } }
  const { tag, data } = message
  const { title, body } = noticeWords(t, message)
  const actions = browserPushActions(message).map((action) => ({ action, title: t(`notices.${action}`) }))
  return {
    title,
    options: {
      ...look,
      body,
      data,
      // A newer one takes the place of the older one, and is heard again.
      ...(tag !== undefined && { tag, renotify: !isSilent }),
      ...(actions.length > 0 && { actions }),
    },
  }
}

/** Where a press on a notification leads: a path of this origin, whatever the message said. */
export function pathOf(data: unknown, origin: string): string {
  const parsed = BrowserPushMessage.shape.data.safeParse(data)
  if (!parsed.success || !URL.canParse(parsed.data.url, origin)) return '/'
  const url = new URL(parsed.data.url, origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}
