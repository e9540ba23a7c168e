import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RegisterDeviceBody } from '../../../contract/device.ts'
import type { Notice } from '../../../contract/push.ts'
import type { FakeApns } from '../../../providers/testing/apns-server.ts'
import type { FakeFcm } from '../../../providers/testing/fcm-server.ts'
import { SETTING_KEYS, SETTINGS, type Settings } from '../../config/settings.ts'
import { SettingsFile } from '../../config/settings-file.ts'
import { silentLog } from '../../log.ts'
import { createPush, type Push, type PushOptions } from '../../push/push-service.ts'
import { EventBus } from '../../realtime/bus.ts'
import { Database } from '../../store/database.ts'
import type { DeliveryRecord } from '../../store/deliveries.ts'
import type { DeviceRecord } from '../../store/devices.ts'
import { BusHost } from '../bus-host.ts'
import { ManualClock } from '../manual-clock.ts'
import { RecordedLog } from '../recorded-log.ts'

export const NAMESPACE = 'mine'
/** 32 bytes, 0x00 to 0x1f. */
export const PUSH_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')

/** The defaults of every setting, and what a test changes of them. */
export function settingsWith(changes: Partial<Settings> = {}): Settings {
  const defaults = Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].fallback]))
  return { ...defaults, cliApiToken: 'a-token', ...changes } as Settings
}

/** A notice of a permission, changed as the test says. */
export function notice(changes: Partial<Notice> = {}): Notice {
  return {
    type: 'permission-request',
    namespace: NAMESPACE,
    sessionId: 's1',
    sessionName: 'Claude - project',
    requestId: 'r1',
    native: { title: 'Permission Request', body: 'Claude Bash: ls' },
    web: { title: 'Permission Request', body: 'project (Bash)', tag: 'permission-s1' },
    ...changes,
  }
}

export type PushRoomOptions = Partial<Pick<PushOptions, 'bus' | 'channels' | 'env'>> & {
  settings?: Partial<Settings>
}

/** Push on a database in memory and a settings file in a folder of its own, with a clock only the test moves. */
export class PushRoom {
  readonly clock = new ManualClock()
  readonly log = new RecordedLog()
  readonly db = Database.open(':memory:', silentLog)
  readonly bus = new EventBus({ clock: this.clock, log: silentLog })
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-push-'))
  readonly settingsFile = new SettingsFile(join(this.folder, 'settings.json'))
  #push: Push | undefined
  #host: BusHost | undefined

  get now(): () => number {
    return () => this.clock.now()
  }

  /** Keeps a file beside the settings, such as a credential; answers its path. */
  keep(name: string, content: string | object): string {
    const path = join(this.folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  /** Builds push; what it does not name is as in a new hub, whose browsers may use a push service of this machine. */
  open({ settings, ...options }: PushRoomOptions = {}): Push {
    const { settingsFile, db, bus, clock, log } = this
    const env = { SVC_PUSH_PRIVATE_HOSTS: 'true', ...options.env }
    const parts = { settingsFile, db, bus, clock, log, ...options, env }
    this.#push = createPush({ ...parts, settings: settingsWith(settings) })
    return this.#push
  }

  openAndroidDirect(fcm: FakeFcm, options: PushRoomOptions = {}): Push {
    const path = this.keep('account.json', fcm.serviceAccount)
    return this.open({
      ...options,
      settings: { androidPushServiceAccountPath: path, ...options.settings },
      env: { SVC_FCM_ORIGIN: fcm.origin, ...options.env },
    })
  }

  openIosDirect(apns: FakeApns, options: PushRoomOptions = {}): Push {
    return this.open({
      ...options,
      settings: {
        iosPushMode: 'direct',
        iosPushKeyP8Path: this.keep('key.p8', apns.keyFile),
        iosPushKeyId: apns.keyId,
        iosPushTeamId: apns.teamId,
        iosPushBundleId: apns.bundleId,
        ...options.settings,
      },
      env: { SVC_IOSPUSH_ORIGIN: apns.origin, ...options.env },
    })
  }

  get push(): Push {
    if (!this.#push) throw new Error('open() comes first')
    return this.#push
  }

  /** Registers a device of the platform; answers its row. */
  device(changes: Partial<RegisterDeviceBody> = {}, namespace = NAMESPACE): DeviceRecord {
    const { platform = 'phone', deviceId = 'd1' } = changes
    const token = platform === 'ios' ? 'ab12' : `${platform}:token`
    const body = { platform, deviceId, token, pushKey: PUSH_KEY, ...changes } as RegisterDeviceBody
    this.push.register(namespace, body)
    return this.push.devices.find(namespace, deviceId, platform) as DeviceRecord
  }

  /** A stream of the namespace, on a real connection. */
  async connect(visibility: 'visible' | 'hidden', namespace = NAMESPACE) {
    this.#host ??= await BusHost.serve(this.bus)
    const client = await this.#host.open({ namespace, visibility, all: true })
    await client.first(1)
    return client
  }

  /** Channel, result and code of every attempt, oldest first. */
  attempts(namespace = NAMESPACE): [string, string, string | null][] {
    return this.deliveries(namespace).map(({ channel, result, code }) => [channel, result, code])
  }

  deliveries(namespace = NAMESPACE): DeliveryRecord[] {
    return this.push.deliveries.newest({ namespace, limit: 10_000 }).reverse()
  }

  async close(): Promise<void> {
    await this.#push?.close()
    await this.bus.close()
    await this.#host?.close()
    this.db.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
