import { normaliseHubOrigin } from './sign-in-link.ts'

/** Keeps the access token of one hub. */
export interface CredentialStore {
  load(): string | undefined
  save(accessToken: string): void
  clear(): void
}

const KEY_PREFIX = 'svc-hub:access-token:'

/**
 * Credentials in the browser's storage, keyed by the normalised hub origin, so that several hubs paired in
 * one browser never mix (spec: Pairing). Throws TypeError for a hub address that is none.
 */
export function browserCredentials(hub: string, storage: Storage): CredentialStore {
  const origin = normaliseHubOrigin(hub)
  if (origin === undefined) throw new TypeError(`Not a hub address: ${hub}`)
  const key = KEY_PREFIX + origin
  return {
    load: () => storage.getItem(key) ?? undefined,
    save: (accessToken) => storage.setItem(key, accessToken),
    clear: () => storage.removeItem(key),
  }
}

/** Credentials that end with the page. */
export function memoryCredentials(accessToken?: string): CredentialStore {
  let held = accessToken
  return {
    load: () => held,
    save: (token) => {
      held = token
    },
    clear: () => {
      held = undefined
    },
  }
}
