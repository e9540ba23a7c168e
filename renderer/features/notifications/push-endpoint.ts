/** What keeps the address. */
export type EndpointStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'svc-hub:push-endpoint'

/** The address at which the hub was asked to notify this browser; while there is one, notifications are on. */
export function registeredEndpoint(storage: EndpointStorage): string | undefined {
  return storage.getItem(KEY) ?? undefined
}

export function keepEndpoint(storage: EndpointStorage, endpoint: string | undefined): void {
  if (endpoint === undefined) storage.removeItem(KEY)
  else storage.setItem(KEY, endpoint)
}
