import { useQuery } from '@tanstack/react-query'
import { getHubConfiguration } from '../../../contract/hub-configuration.ts'
import { useHub } from '../connection/hub-context.ts'

export const CONFIGURATION_KEY = ['configuration']

/** What the hub was told and by whom. */
export function useConfiguration(isEnabled = true) {
  const { client } = useHub()
  return useQuery({
    queryKey: CONFIGURATION_KEY,
    queryFn: ({ signal }) => client.call(getHubConfiguration, { signal }),
    enabled: isEnabled,
    // A settings file is edited elsewhere: whoever comes back to this page wants to see what that did.
    refetchOnWindowFocus: 'always',
  })
}
