import type { Statement } from 'better-sqlite3'
import type { DevicePlatform } from '../../contract/device.ts'
import type { DeliveryEvent } from '../../contract/push.ts'
import type { Database } from './database.ts'

/** Attempts kept for each namespace. */
export const DELIVERIES_PER_NAMESPACE = 1000

export type DeliveryResult = 'accepted' | 'rejected' | 'suppressed'

/** One attempt to tell one device, browser or channel of one notice. */
export interface NewDelivery {
  at: number
  /** The same for all attempts of one notice. */
  dispatchId: string
  namespace: string
  /** Which way it went: `android-direct`, `ios-relay`, `browser`, `toast`, ...; `all` when none was tried. */
  channel: string
  deviceId: string | null
  platform: DevicePlatform | null
  /** Tells tokens apart without saying them. */
  tokenHash: string | null
  event: DeliveryEvent
  sessionId: string
  result: DeliveryResult
  /** What the provider said, or why nothing was sent; null when it was accepted. */
  code: string | null
}

export interface DeliveryRecord extends NewDelivery {
  /** Rises with every attempt. */
  pk: number
}

export interface DeliveryQuery {
  namespace: string
  limit: number
  /** Only older ones than this `pk`. */
  before?: number
  device?: { deviceId: string; platform: DevicePlatform }
}

interface DeliveryRow {
  pk: number
  at: number
  dispatch_id: string
  namespace: string
  channel: string
  device_id: string | null
  platform: DevicePlatform | null
  token_hash: string | null
  event: DeliveryEvent
  session_id: string
  result: DeliveryResult
  code: string | null
}

const toDelivery = (row: DeliveryRow): DeliveryRecord => ({
  pk: row.pk,
  at: row.at,
  dispatchId: row.dispatch_id,
  namespace: row.namespace,
  channel: row.channel,
  deviceId: row.device_id,
  platform: row.platform,
  tokenHash: row.token_hash,
  event: row.event,
  sessionId: row.session_id,
  result: row.result,
  code: row.code,
})

/** What became of the newest notifications, for the owner to look at; bounded for each namespace. */
export class DeliveriesTable {
  readonly #db: Database
  readonly #insert: Statement
  readonly #makeRoom: Statement
  readonly #newest: Statement
  readonly #newestOfDevice: Statement

  constructor(db: Database) {
    this.#db = db
    this.#insert = db.prepare(`
      INSERT INTO deliveries (at, dispatch_id, namespace, channel, device_id, platform, token_hash, event,
        session_id, result, code)
      VALUES (@at, @dispatchId, @namespace, @channel, @deviceId, @platform, @tokenHash, @event,
        @sessionId, @result, @code)`)
    this.#makeRoom = db.prepare(`
      DELETE FROM deliveries WHERE namespace = @namespace AND pk <=
        (SELECT pk FROM deliveries WHERE namespace = @namespace
         ORDER BY pk DESC LIMIT 1 OFFSET ${DELIVERIES_PER_NAMESPACE})`)
    this.#newest = db.prepare(`
      SELECT * FROM deliveries WHERE namespace = @namespace AND pk < @before ORDER BY pk DESC LIMIT @limit`)
    this.#newestOfDevice = db.prepare(`
      SELECT * FROM deliveries
      WHERE namespace = @namespace AND device_id = @deviceId AND platform = @platform AND pk < @before
      ORDER BY pk DESC LIMIT @limit`)
  }

  record(delivery: NewDelivery): void {
    this.#db.write(() => {
      this.#insert.run(delivery)
      this.#makeRoom.run({ namespace: delivery.namespace })
    })
  }

  /** Newest first. */
  newest({ namespace, limit, before = Number.MAX_SAFE_INTEGER, device }: DeliveryQuery): DeliveryRecord[] {
    const rows = device
      ? this.#newestOfDevice.all({ namespace, limit, before, ...device })
      : this.#newest.all({ namespace, limit, before })
    return (rows as DeliveryRow[]).map(toDelivery)
  }
}
