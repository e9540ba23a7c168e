import { createHash } from 'node:crypto'
import type { Delivery, DeliveryResult, OwnerDevice } from '../../contract/owner.ts'
import { codeOf, type Notice, type SendOutcome } from '../../contract/push.ts'
import { HubError } from '../errors.ts'
import { testNotice } from '../notices/test-notice.ts'
import type { DeliveriesTable, DeliveryRecord } from '../store/deliveries.ts'
import type { DeviceRecord, DevicesTable } from '../store/devices.ts'

const ID_LENGTH = 20

export interface OwnerDevicesParts {
  devices: Pick<DevicesTable, 'all' | 'remove'>
  deliveries: Pick<DeliveriesTable, 'newest'>
  dispatchTo: (device: DeviceRecord, notice: Notice) => Promise<SendOutcome>
  /** The same short hash the delivery log shows. */
  hashToken: (token: string) => string
}

export interface DeliveryPage {
  namespace: string
  /** Id of a device, whose namespace then counts. */
  device?: string | undefined
  limit: number
  before?: number | undefined
}

const deviceNotFound = () => new HubError(404, 'Device not found')

/** The registered devices of every namespace as the owner sees them, and what was sent to each. */
export class OwnerDevices {
  readonly #parts: OwnerDevicesParts

  constructor(parts: OwnerDevicesParts) {
    this.#parts = parts
  }

  list(): OwnerDevice[] {
    return this.#parts.devices.all().map((device) => {
      const { namespace, platform, deviceId, token, pushKey, createdAt, updatedAt } = device
      const [last] = this.#parts.deliveries.newest({ namespace, limit: 1, device: { deviceId, platform } })
      return {
        id: idOf(device),
        namespace,
        platform,
        deviceId,
        tokenHash: this.#parts.hashToken(token),
        hasPushKey: pushKey !== null,
        registeredAt: createdAt,
        seenAt: updatedAt,
        lastDelivery: last ? toDelivery(last) : null,
      }
    })
  }

  /** @throws HubError 404 */
  remove(id: string): void {
    const { namespace, deviceId, platform } = this.#require(id)
    this.#parts.devices.remove(namespace, deviceId, platform)
  }

  /** Sends a notification that says it is a test. @throws HubError 404 */
  async test(id: string): Promise<{ result: DeliveryResult; code: string | null }> {
    const device = this.#require(id)
    const outcome = await this.#parts.dispatchTo(device, testNotice(device.namespace))
    return { result: outcome.result, code: codeOf(outcome) }
  }

  /** A page of the log, newest first, and where the next one begins. @throws HubError 404 */
  deliveries({ device, limit, before, ...page }: DeliveryPage): {
    deliveries: Delivery[]
    next: number | null
  } {
    const target = device === undefined ? undefined : this.#require(device)
    const rows = this.#parts.deliveries.newest({
      namespace: target?.namespace ?? page.namespace,
      limit: limit + 1,
      ...(target && { device: { deviceId: target.deviceId, platform: target.platform } }),
      ...(before !== undefined && { before }),
    })
    const deliveries = rows.slice(0, limit).map(toDelivery)
    return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
  }

  #require(id: string): DeviceRecord {
    const device = this.#parts.devices.all().find((candidate) => idOf(candidate) === id)
    if (!device) throw deviceNotFound()
    return device
  }
}

function idOf({ namespace, platform, deviceId }: DeviceRecord): string {
  const key = JSON.stringify([namespace, platform, deviceId])
  return createHash('sha256').update(key).digest('hex').slice(0, ID_LENGTH)
}

function toDelivery({ pk, ...delivery }: DeliveryRecord): Delivery {
  return { id: pk, ...delivery }
}
