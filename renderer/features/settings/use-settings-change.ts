import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type HubConfiguration,
  type NetworkChange,
  type PushTransportsChange,
  updateNetwork,
  updatePushTransports,
} from '../../../contract/hub-configuration.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { announce } from '../../ui/announce.ts'
import { useHub } from '../connection/hub-context.ts'
import { settingProblem } from './setting-problem.ts'
import { CONFIGURATION_KEY } from './use-configuration.ts'

export interface SettingsKeeper<Change> {
  /** What is being kept right now. */
  pending: Change | undefined
  /** Why the last change was not kept, for people. */
  problem: string | undefined
  keep: (change: Change, onKept?: () => void) => void
}

/** Keeps who reaches the hub. */
export const useNetwork = (): SettingsKeeper<NetworkChange> =>
  useSettingsChange((client, body: NetworkChange) => client.call(updateNetwork, { body }))

/** Keeps how phones are notified. */
export const usePushTransports = (): SettingsKeeper<PushTransportsChange> =>
  useSettingsChange((client, body: PushTransportsChange) => client.call(updatePushTransports, { body }))

/** Keeps settings of the hub; whoever shows the configuration sees it at once. */
function useSettingsChange<Change>(
  put: (client: HubClient, change: Change) => Promise<HubConfiguration>,
): SettingsKeeper<Change> {
  const { t } = useTranslation()
  const { client } = useHub()
  const queries = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (change: Change) => put(client, change),
    onSuccess: (configuration) => {
      queries.setQueryData(CONFIGURATION_KEY, configuration)
      announce(t('network.kept'))
    },
  })
  return {
    pending: isPending ? variables : undefined,
    problem: error ? settingProblem(t, error) : undefined,
    keep: (change, onKept) => mutate(change, { onSuccess: () => onKept?.() }),
  }
}
