import { useQuery } from '@tanstack/react-query'
import { getPairing } from '../../../contract/owner.ts'
import { useHub } from '../connection/hub-context.ts'
import { screenQueries } from '../shell/screen-queries.ts'
import { useIsOwner } from '../shell/screens.ts'
import { type HubAddress, hubAddresses } from './pairing-address.ts'

/**
 * Where others reach the hub, the best way first, never empty; undefined while it is asked. The hub tells its
 * owner only: guests, and an owner whom it does not answer, get the address of the page.
 */
export function useHubAddresses(): readonly HubAddress[] | undefined {
  const { client } = useHub()
  const isOwner = useIsOwner()
  const { data, isLoading } = useQuery(
    {
      queryKey: ['pairing'],
      queryFn: ({ signal }) => client.call(getPairing, { signal }),
      enabled: isOwner,
    },
    screenQueries,
  )
  return isLoading ? undefined : hubAddresses(data?.addresses ?? [], window.location.origin)
}
