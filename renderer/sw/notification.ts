import {
  type BrowserPushAction,
  BrowserPushMessage,
  browserPushActions,
  GENERIC_PUSH_BODY,
  SERVICE_NAME,
} from '../../contract/push.ts'

/** What a browser can do with a notification beyond what the type knows of. */
export interface ShownNotification {
  title: string
  options: NotificationOptions & {
    actions?: { action: BrowserPushAction; title: string }[]
    renotify?: boolean
  }
}

/** What this browser was told about notifications; the page knows its language, the worker does not. */
export interface NotificationChoices {
  /** Words on the buttons; without them there are none. */
  words?: Record<BrowserPushAction, string>
  isSilent?: boolean
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
  { words, isSilent = false }: NotificationChoices,
): ShownNotification {
  const look = { icon: ICON_PATH, silent: isSilent }
  if (!message) return { title: SERVICE_NAME, options: { ...look, body: GENERIC_PUSH_BODY } }
  const { title, body, tag, data } = message
  const actions = words && browserPushActions(message).map((action) => ({ action, title: words[action] }))
  return {
    title,
    options: {
      ...look,
      body,
      data,
      // A newer one takes the place of the older one, and is heard again.
      ...(tag !== undefined && { tag, renotify: !isSilent }),
      ...(actions && actions.length > 0 && { actions }),
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
