import { Notification } from 'electron'
import type { NotificationContent, ShownNotification } from './notifications.ts'

/** Those on the screen: a notification that nobody holds is collected, and with it its buttons. */
const held = new Set<Notification>()

/** Whether the system shows notifications. */
export const canNotify = () => Notification.isSupported()

/** Shows a notification of the system; nothing where it has none. */
export function showNotification(content: NotificationContent, icon: string): ShownNotification {
  if (!canNotify()) return { close: () => {} }
  const notification = new Notification({
    title: content.title,
    body: content.body,
    icon,
    actions: content.actions.map((text) => ({ type: 'button', text })),
  })
  held.add(notification)
  const forget = () => held.delete(notification)
  notification.on('click', () => {
    forget()
    content.onClick()
  })
  notification.on('action', ({ actionIndex }) => {
    forget()
    content.onAction(actionIndex)
  })
  notification.on('close', forget)
  notification.on('failed', () => {
    forget()
    content.onFailed?.()
  })
  notification.show()
  return {
    close() {
      forget()
      notification.close()
    },
  }
}
