import { browserStorage } from '../../browser-storage.ts'
import { browserCredentials } from '../../client/credentials.ts'
import { useHub } from '../connection/hub-context.ts'

/** What this browser signed in with; undefined once another page of it signed out, and for a messaging account. */
export function useOwnCode(): string | undefined {
  const { client } = useHub()
  if (client.isMiniApp) return undefined
  return browserCredentials(client.baseUrl, browserStorage).load()
}
