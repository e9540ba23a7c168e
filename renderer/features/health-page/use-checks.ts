import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getHealth } from '../../../contract/auth.ts'
import { getPairing, getPushDiagnostics, listDeliveries, listDevices } from '../../../contract/owner.ts'
import { getStorageInfo, listBackups } from '../../../contract/storage.ts'
import { failureText } from '../connection/failure-text.ts'
import { useConnection, useHub, useMachines } from '../connection/hub-context.ts'
import { useReachabilityCheck } from '../pairing/use-reachability.ts'
import { useConfiguration } from '../settings/use-configuration.ts'
import { useIsOwner } from '../shell/screens.ts'
import {
  type Asked,
  checkConfiguration,
  checkHub,
  checkLive,
  checkMachines,
  checkPush,
  checkReach,
  checkStorage,
  type Finding,
} from './health-checks.ts'

export interface Check {
  name: 'hub' | 'live' | 'database' | 'network' | 'runners' | 'push' | 'settings'
  finding: Finding
}

/** Asks every part how it is; what only the owner may know is left out for others. */
export function useChecks(): { checks: readonly Check[]; isBusy: boolean; again: () => void } {
  const { t, i18n } = useTranslation()
  const { client, store } = useHub()
  const connection = useConnection()
  const machines = useMachines()
  const isOwner = useIsOwner()
  const hub = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const startedAt = performance.now()
      const { protocolVersion } = await client.call(getHealth, { signal })
      return { protocolVersion, tookMs: performance.now() - startedAt }
    },
    refetchInterval: 15_000,
  })
  const storage = useQuery({
    queryKey: ['database-check'],
    queryFn: async ({ signal }) => {
      const [{ totalBytes }, { staged, lastRestore }] = await Promise.all([
        client.call(getStorageInfo, { signal }),
        client.call(listBackups, { signal }),
        // Reads from the database, which the others do not.
        client.call(listDeliveries, { query: { limit: 1 }, signal }),
      ])
      return { totalBytes, staged, lastRestore }
    },
    enabled: isOwner,
  })
  const pairing = useQuery({
    queryKey: ['pairing'],
    queryFn: ({ signal }) => client.call(getPairing, { signal }),
    enabled: isOwner,
  })
  const reach = useReachabilityCheck(pairing.data?.addresses ?? [])
  const configuration = useConfiguration(isOwner)
  const push = useQuery({
    queryKey: ['push-check'],
    queryFn: async ({ signal }) => {
      const [{ devices }, { diagnostics }] = await Promise.all([
        client.call(listDevices, { signal }),
        client.call(getPushDiagnostics, { signal }),
      ])
      return { devices, diagnostics }
    },
    enabled: isOwner,
  })
  const asked = <Data>(query: UseQueryResult<Data>): Asked<Data> => {
    if (query.error) return { failure: failureText(t, query.error) }
    return query.data === undefined ? undefined : { data: query.data }
  }
  const asksOwner = [storage, pairing, push, configuration]
  const again = () => {
    void store.refreshMachines()
    void hub.refetch()
    if (!isOwner) return
    for (const query of asksOwner) void query.refetch()
    if (pairing.data && pairing.data.addresses.length > 0) void reach.refetch()
  }
  const ownerChecks: Check[] = [
    { name: 'database', finding: checkStorage(asked(storage), t, i18n.language) },
    { name: 'network', finding: checkReach(asked(pairing), asked(reach), t) },
    { name: 'push', finding: checkPush(asked(push), t) },
    { name: 'settings', finding: checkConfiguration(asked(configuration), t) },
  ]
  return {
    checks: [
      { name: 'hub', finding: checkHub(asked(hub), t) },
      { name: 'live', finding: checkLive(connection, t) },
      { name: 'runners', finding: checkMachines(machines, t) },
      ...(isOwner ? ownerChecks : []),
    ],
    isBusy: [hub, reach, ...asksOwner].some(({ isFetching }) => isFetching),
    again,
  }
}
