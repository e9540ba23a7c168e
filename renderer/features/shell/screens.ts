import {
  ChartColumn,
  Laptop,
  type LucideIcon,
  MessagesSquare,
  QrCode,
  Settings,
  Smartphone,
} from 'lucide-react'
import { OWNER_NAMESPACE } from '../../../contract/auth.ts'
import { useHub, useSnapshot } from '../connection/hub-context.ts'

export interface Screen {
  to: '/' | '/machines' | '/usage' | '/pair' | '/devices' | '/settings'
  name: 'sessions' | 'machines' | 'usage' | 'pair' | 'devices' | 'settings'
  icon: LucideIcon
  isOwnerOnly: boolean
  /** Also in the narrow bar of a phone, which has room for five. */
  isInBar: boolean
}

const SCREENS: readonly Screen[] = [
  { to: '/', name: 'sessions', icon: MessagesSquare, isOwnerOnly: false, isInBar: true },
  { to: '/machines', name: 'machines', icon: Laptop, isOwnerOnly: false, isInBar: true },
  { to: '/usage', name: 'usage', icon: ChartColumn, isOwnerOnly: true, isInBar: true },
  { to: '/pair', name: 'pair', icon: QrCode, isOwnerOnly: false, isInBar: true },
  { to: '/devices', name: 'devices', icon: Smartphone, isOwnerOnly: true, isInBar: false },
  { to: '/settings', name: 'settings', icon: Settings, isOwnerOnly: false, isInBar: true },
]

/** Whether the person owns the hub; counts as true until the hub has said who signed in. */
export function useIsOwner(): boolean {
  const { client } = useHub()
  const namespace = useSnapshot(() => client.namespace())
  return namespace === undefined || namespace === OWNER_NAMESPACE
}

/** The screens this person has, in order. */
export function useScreens(): readonly Screen[] {
  const isOwner = useIsOwner()
  return SCREENS.filter(({ isOwnerOnly }) => isOwner || !isOwnerOnly)
}

/** Whether the page belongs to the sessions: their list, one of them, or a new one. */
export const isSessionsPath = (path: string) =>
  path === '/' || path.startsWith('/sessions/') || path === '/start'
