import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type NetworkChange, updateNetwork } from '../../../contract/hub-configuration.ts'
import { announce } from '../../ui/announce.ts'
import { useHub } from '../connection/hub-context.ts'
import { networkProblem } from './network-problem.ts'
import { CONFIGURATION_KEY } from './use-configuration.ts'

export interface NetworkKeeper {
  /** What is being kept right now. */
  pending: NetworkChange | undefined
  /** Why the last change was not kept, for people. */
  problem: string | undefined
  keep: (change: NetworkChange, onKept?: () => void) => void
}

/** Keeps who reaches the hub; whoever shows the configuration sees it at once. */
export function useNetwork(): NetworkKeeper {
  const { t } = useTranslation()
  const { client } = useHub()
  const queries = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (body: NetworkChange) => client.call(updateNetwork, { body }),
    onSuccess: (configuration) => {
      queries.setQueryData(CONFIGURATION_KEY, configuration)
      announce(t('network.kept'))
    },
  })
  return {
    pending: isPending ? variables : undefined,
    problem: error ? networkProblem(t, error) : undefined,
    keep: (change, onKept) => mutate(change, { onSuccess: () => onKept?.() }),
  }
}
