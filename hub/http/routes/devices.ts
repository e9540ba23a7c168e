import { type RegisterDeviceBody, registerDevice, unregisterDevice } from '../../../contract/device.ts'
import type { Ok } from '../../../contract/wire.ts'
import { type RouteEntry, route } from '../route.ts'

export interface DeviceRegistry {
  register(namespace: string, device: RegisterDeviceBody): void
  unregister(namespace: string, token: string): void
}

const OK: Ok = { ok: true }

/** `/api/devices/register`: which devices of the caller's namespace are notified (spec: Endpoints). */
export function deviceRoutes(registry: DeviceRegistry): RouteEntry[] {
  return [
    route(registerDevice, ({ caller, body }) => {
      registry.register(caller.namespace, body)
      return OK
    }),
    route(unregisterDevice, ({ caller, body }) => {
      registry.unregister(caller.namespace, body.token)
      return OK
    }),
  ]
}
