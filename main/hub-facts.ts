import type { z } from 'zod'
import { authenticate } from '../contract/auth.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { getHubConfiguration, type HubConfiguration } from '../contract/hub-configuration.ts'
import { getStorageInfo, type StorageInfo } from '../contract/storage.ts'

/** A hub that does not answer by then has nothing to say for a report. */
const ANSWER_WITHIN_MS = 5000

export interface HubFactsRead {
  configuration: HubConfiguration | undefined
  storage: StorageInfo | undefined
}

/** What the running hub tells its owner about itself; what it does not answer is left out, never an error. */
export async function readHubFacts(
  hub: { origin: string; accessToken: string } | undefined,
): Promise<HubFactsRead> {
  if (!hub) return { configuration: undefined, storage: undefined }
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const ask = async <Response extends z.ZodType>(
    endpoint: Endpoint<string, z.ZodType | undefined, z.ZodType | undefined, Response>,
    token?: string,
    body?: object,
  ): Promise<z.infer<Response> | undefined> => {
    const answer = await fetch(hub.origin + endpoint.path, {
      method: endpoint.method,
      signal,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return endpoint.response.safeParse(await answer.json()).data
  }
  try {
    const signedIn = await ask(authenticate, undefined, { accessToken: hub.accessToken })
    if (!signedIn) return { configuration: undefined, storage: undefined }
    const [configuration, storage] = await Promise.all([
      ask(getHubConfiguration, signedIn.token),
      ask(getStorageInfo, signedIn.token),
    ])
    return { configuration, storage }
  } catch {
    return { configuration: undefined, storage: undefined }
  }
}
