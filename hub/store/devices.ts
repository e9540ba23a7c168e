import type { Statement } from 'better-sqlite3'
import { DEVICES_PER_NAMESPACE, type DevicePlatform } from '../../contract/device.ts'
import type { Database } from './database.ts'

/** A device as it registers. */
export interface NewDevice {
  namespace: string
  deviceId: string
  platform: DevicePlatform
  token: string
  /** Canonical base64 of 32 bytes. */
  pushKey: string | null
}

export interface DeviceRecord extends NewDevice {
  /** Another one after every registration. */
  pk: number
  createdAt: number
  /** When it last registered. */
  updatedAt: number
}

interface DeviceRow {
  pk: number
  namespace: string
  device_id: string
  platform: DevicePlatform
  token: string
  push_key: string | null
  created_at: number
  updated_at: number
}

const toDevice = (row: DeviceRow): DeviceRecord => ({
  pk: row.pk,
  namespace: row.namespace,
  deviceId: row.device_id,
  platform: row.platform,
  token: row.token,
  pushKey: row.push_key,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The devices that are notified (spec: Device registration record). */
export class DevicesTable {
  readonly #db: Database
  readonly #find: Statement
  readonly #ofNamespace: Statement
  readonly #all: Statement
  readonly #clear: Statement
  readonly #insert: Statement
  readonly #makeRoom: Statement
  readonly #removeByToken: Statement
  readonly #remove: Statement
  readonly #removeRegistration: Statement
  readonly #removeAll: Statement

  constructor(db: Database) {
    const key = 'namespace = ? AND device_id = ? AND platform = ?'
    this.#db = db
    this.#find = db.prepare(`SELECT * FROM devices WHERE ${key}`)
    this.#ofNamespace = db.prepare('SELECT * FROM devices WHERE namespace = ? ORDER BY pk')
    this.#all = db.prepare('SELECT * FROM devices ORDER BY namespace, pk')
    this.#clear = db.prepare(`DELETE FROM devices WHERE token = ? OR (${key})`)
    this.#insert = db.prepare(`
      INSERT INTO devices (namespace, device_id, platform, token, push_key, created_at, updated_at)
      VALUES (@namespace, @deviceId, @platform, @token, @pushKey, @createdAt, @updatedAt)`)
    this.#makeRoom = db.prepare(`
      DELETE FROM devices WHERE namespace = @namespace AND pk NOT IN
        (SELECT pk FROM devices WHERE namespace = @namespace ORDER BY pk DESC LIMIT ${DEVICES_PER_NAMESPACE})`)
    this.#removeByToken = db.prepare(`
      DELETE FROM devices WHERE namespace = @namespace AND
        (token = @token OR (platform = 'ios' AND token = lower(@token)))`)
    this.#remove = db.prepare(`DELETE FROM devices WHERE ${key}`)
    this.#removeRegistration = db.prepare('DELETE FROM devices WHERE pk = ?')
    this.#removeAll = db.prepare('DELETE FROM devices')
  }

  find(namespace: string, deviceId: string, platform: DevicePlatform): DeviceRecord | undefined {
    const row = this.#find.get(namespace, deviceId, platform) as DeviceRow | undefined
    return row && toDevice(row)
  }

  ofNamespace(namespace: string): DeviceRecord[] {
    return (this.#ofNamespace.all(namespace) as DeviceRow[]).map(toDevice)
  }

  /** Of every namespace, for the owner's view. */
  all(): DeviceRecord[] {
    return (this.#all.all() as DeviceRow[]).map(toDevice)
  }

  /**
   * Stores what the device says of itself under its key; a token or key it no longer has is forgotten, other
   * rows with its token go (ruling 8), and so does the oldest registration above the namespace's limit.
   */
  register(device: NewDevice, at: number): void {
    const { namespace, deviceId, platform, token } = device
    this.#db.write(() => {
      const createdAt = this.find(namespace, deviceId, platform)?.createdAt ?? at
      this.#clear.run(token, namespace, deviceId, platform)
      this.#insert.run({ ...device, createdAt, updatedAt: at })
      this.#makeRoom.run({ namespace })
    })
  }

  /** A token of iOS is one in whatever case its digits are written. */
  removeByToken(namespace: string, token: string): void {
    this.#db.write(() => this.#removeByToken.run({ namespace, token }))
  }

  /** Answers whether there was one. */
  remove(namespace: string, deviceId: string, platform: DevicePlatform): boolean {
    return this.#db.write(() => this.#remove.run(namespace, deviceId, platform).changes > 0)
  }

  /** Of every namespace. */
  removeAll(): void {
    this.#db.write(() => this.#removeAll.run())
  }

  /** Removes the row unless the device has registered again since it was read; answers whether it did. */
  removeRegistration({ pk }: Pick<DeviceRecord, 'pk'>): boolean {
    return this.#db.write(() => this.#removeRegistration.run(pk).changes > 0)
  }
}
