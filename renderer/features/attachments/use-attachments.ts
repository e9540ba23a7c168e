import { useSyncExternalStore } from 'react'
import type { HubClient } from '../../client/hub-client.ts'
import { useHub } from '../connection/hub-context.ts'
import type { Attachment } from './attachment-tray.ts'
import { LazyTray } from './lazy-tray.ts'

/** Of each signed-in person, by session: files stay attached while somebody looks at another session. */
const trays = new WeakMap<HubClient, Map<string, LazyTray>>()

function trayOf(client: HubClient, sessionId: string): LazyTray {
  const known = trays.get(client) ?? new Map<string, LazyTray>()
  trays.set(client, known)
  const load = async () => (await import('./session-tray.ts')).createSessionTray(client, sessionId)
  const tray = known.get(sessionId) ?? new LazyTray(load)
  known.set(sessionId, tray)
  return tray
}

/** The files of the message somebody writes in this session. */
export function useAttachments(sessionId: string): {
  tray: LazyTray
  attachments: readonly Attachment[]
} {
  const { client } = useHub()
  const tray = trayOf(client, sessionId)
  return { tray, attachments: useSyncExternalStore(tray.subscribe, tray.snapshot) }
}
