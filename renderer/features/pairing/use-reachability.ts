import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { checkPairing, type PairingAddress, type Reachability } from '../../../contract/owner.ts'
import { announce } from '../../ui/announce.ts'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { reachWords } from './reach-words.ts'

type Address = Pick<PairingAddress, 'url' | 'kind'>

/** Has the hub look whether it answers at these of its addresses; on each visit anew. */
export function useReachabilityCheck(addresses: readonly Address[], isEnabled = true) {
  const { client } = useHub()
  return useQuery({
    queryKey: ['pairing-check', addresses.map(({ url }) => url)],
    queryFn: async ({ signal }) => (await client.call(checkPairing, { signal })).addresses,
    enabled: isEnabled && addresses.length > 0,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
}

/** What the hub found at its addresses. */
export interface Reach {
  /** Undefined while it is not known, and for an address that the hub does not know. */
  at(url: string): Reachability | undefined
  isLooking: boolean
  /** Why the hub could not look, for people. */
  failure: string | undefined
  lookAgain: () => void
}

/** As `useReachabilityCheck`; what was found is also said. */
export function useReach(addresses: readonly Address[]): Reach {
  const { t } = useTranslation()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useReachabilityCheck(addresses)
  const queries = useQueryClient()
  const saidAt = useRef(0)
  useEffect(() => {
    if (!data || dataUpdatedAt === saidAt.current) return
    saidAt.current = dataUpdatedAt
    const sentences = addresses.flatMap(({ url, kind }) => {
      const found = data.find((each) => each.url === url)
      return found ? [`${url}: ${reachWords(t, kind, found).sentence}`] : []
    })
    announce(sentences.join(' '))
  }, [data, dataUpdatedAt, addresses, t])
  return {
    at: (url) => data?.find((each) => each.url === url),
    isLooking: isFetching,
    failure: error ? failureText(t, error) : undefined,
    lookAgain: () => {
      // A computer that changed its network has other addresses now.
      void queries.invalidateQueries({ queryKey: ['pairing'] })
      void refetch()
    },
  }
}
