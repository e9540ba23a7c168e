import { normaliseHubOrigin } from './sign-in-link.ts'

/** Keeps the access token of one hub. */
export interface CredentialStore {
  load(): string | undefined
  save(accessToken: string): void
  /** The namespace the hub said the token is of; known before the hub can be reached again. */
  loadNamespace(): string | undefined
  saveNamespace(namespace: string): void
  /** Forgets both. */
  clear(): void
}

const KEY_PREFIX = 'svc-hub:access-token:'
const NAMESPACE_KEY_PREFIX = 'svc-hub:namespace:'

/**
 * Credentials in the browser's storage, keyed by the normalised hub origin, so that several hubs paired in
 * one browser never mix (spec: Pairing). Throws TypeError for a hub address that is none.
 */
export function browserCredentials(hub: string, storage: Storage): CredentialStore {
  const origin = normaliseHubOrigin(hub)
  if (origin === undefined) throw new TypeError(`Not a hub address: ${hub}`)
  const key = KEY_PREFIX + origin
  const namespaceKey = NAMESPACE_KEY_PREFIX + origin
  return {
    load: () => storage.getItem(key) ?? undefined,
    save: (accessToken) => storage.setItem(key, accessToken),
    loadNamespace: () => storage.getItem(namespaceKey) ?? undefined,
    saveNamespace: (namespace) => storage.setItem(namespaceKey, namespace),
    clear() {
      storage.removeItem(key)
      storage.removeItem(namespaceKey)
    },
  }
}

/** Credentials that end with the page. */
export function memoryCredentials(accessToken?: string): CredentialStore {
  let held = accessToken
  let heldNamespace: string | undefined
  return {
    load: () => held,
    save: (token) => {
      held = token
    },
    loadNamespace: () => heldNamespace,
    saveNamespace: (namespace) => {
      heldNamespace = namespace
    },
    clear: () => {
      held = undefined
      heldNamespace = undefined
    },
  }
}
