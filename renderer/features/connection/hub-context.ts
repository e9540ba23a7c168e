import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import type { HubStore } from '../../state/hub-store.ts'
import type { MessagesSnapshot, SessionSnapshot } from '../../state/hub-store-types.ts'
import type { Hub } from './hub.ts'

export const HubContext = createContext<Hub | undefined>(undefined)

/** The hub of the signed-in person. Throws outside of the signed-in part of the page. */
export function useHub(): Hub {
  const hub = useContext(HubContext)
  if (!hub) throw new Error('No hub: not signed in')
  return hub
}

/** A part of the store; `read` must return the same object until its content changes. */
export function useSnapshot<Snapshot>(read: (store: HubStore) => Snapshot): Snapshot {
  const { store } = useHub()
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
  return useSyncExternalStore(subscribe, () => read(store))
}

/** Keeps a session loaded while the component is shown. */
export function useWatchedSession(id: string): void {
  const { store } = useHub()
  useEffect(() => store.watchSession(id), [store, id])
}

export const useConnection = () => useSnapshot((store) => store.getConnection())
export const useUnsentCount = () => useSnapshot((store) => store.getUnsentCount())
export const useSessionList = () => useSnapshot((store) => store.getSessions())
export const useMachines = () => useSnapshot((store) => store.getMachines())
export const useSession = (id: string): SessionSnapshot => useSnapshot((store) => store.getSession(id))
export const useMessages = (id: string): MessagesSnapshot => useSnapshot((store) => store.getMessages(id))
export const useRedirect = (id: string) => useSnapshot((store) => store.getRedirect(id))
