import { browserCredentials } from '../../client/credentials.ts'
import { useHub } from '../connection/hub-context.ts'

/** What this browser signed in with; undefined once another page of it signed out. */
export function useOwnCode(): string | undefined {
  const { client } = useHub()
  return browserCredentials(client.baseUrl, localStorage).load()
}
