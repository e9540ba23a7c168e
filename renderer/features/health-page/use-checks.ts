import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getHealth } from '../../../contract/auth.ts'
import { getPairing, getPushDiagnostics, listDevices } from '../../../contract/owner.ts'
import { getStorageInfo } from '../../../contract/storage.ts'
import { failureText } from '../connection/failure-text.ts'
import { useConnection, useHub, useMachines } from '../connection/hub-context.ts'
import { useIsOwner } from '../shell/screens.ts'
import {
  type Asked,
  checkHub,
  checkLive,
  checkMachines,
  checkPush,
  checkReach,
  checkStorage,
  type Finding,
} from './health-checks.ts'

export interface Check {
  name: 'hub' | 'live' | 'database' | 'network' | 'runners' | 'push'
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
    queryKey: ['storage'],
    queryFn: ({ signal }) => client.call(getStorageInfo, { signal }),
    enabled: isOwner,
  })
  const pairing = useQuery({
    queryKey: ['pairing'],
    queryFn: ({ signal }) => client.call(getPairing, { signal }),
    enabled: isOwner,
  })
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
  const again = () => {
    void store.refreshMachines()
    void hub.refetch()
    if (!isOwner) return
    for (const query of [storage, pairing, push]) void query.refetch()
  }
  const ownerChecks: Check[] = [
    { name: 'database', finding: checkStorage(asked(storage), t, i18n.language) },
    { name: 'network', finding: checkReach(asked(pairing), t) },
    { name: 'push', finding: checkPush(asked(push), t) },
  ]
  return {
    checks: [
      { name: 'hub', finding: checkHub(asked(hub), t) },
      { name: 'live', finding: checkLive(connection, t) },
      { name: 'runners', finding: checkMachines(machines, t) },
      ...(isOwner ? ownerChecks : []),
    ],
    isBusy: [storage, pairing, push].some(({ isFetching }) => isFetching),
    again,
  }
}
