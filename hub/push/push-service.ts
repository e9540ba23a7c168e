import type { RegisterDeviceBody } from '../../contract/device.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import type { BrowserSubscription, Channel, Completion, Notice, SendOutcome } from '../../contract/push.ts'
import type { Clock } from '../clock.ts'
import type { Environment } from '../config/config.ts'
import type { Settings } from '../config/settings.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import { HubError } from '../errors.ts'
import type { Log } from '../log.ts'
import { testNotice } from '../notices/test-notice.ts'
import type { EventBus } from '../realtime/bus.ts'
import type { Database } from '../store/database.ts'
import { DeliveriesTable } from '../store/deliveries.ts'
import { type DeviceRecord, DevicesTable, type NewDevice } from '../store/devices.ts'
import { WebPushTable } from '../store/web-push.ts'
import { PushDispatcher } from './dispatcher.ts'
import { chooseTransports, type PushDiagnostic } from './modes.ts'
import { isPrivateHost } from './private-host.ts'
import { BrowserPush } from './web-push.ts'

export interface PushOptions {
  settings: Settings
  settingsFile: Pick<SettingsFile, 'path' | 'update'>
  db: Database
  bus: Pick<EventBus, 'toast' | 'hasVisible'>
  clock: Clock
  log: Log
  /** Ways to tell people besides devices and browsers. */
  channels?: readonly Channel<AbortSignal>[]
  /**
   * `SVC_FCM_ORIGIN`, `SVC_IOSPUSH_ORIGIN`, `VAPID_SUBJECT` and `SVC_PUSH_PRIVATE_HOSTS` (`true`: browsers may
   * name push services of this machine and its network) are read from it.
   */
  env?: Environment
}

/** Push as the rest of the hub uses it. */
export interface Push {
  /** Takes a notice to everybody it is for; resolves when every attempt has ended, never rejects. */
  dispatch(notice: Notice): Promise<void>
  /** Tells the channels that ask for it of a session whose work is done; as `dispatch`. */
  dispatchCompletion(completion: Completion): Promise<void>
  /** Takes a notice to one device only. */
  dispatchTo(device: DeviceRecord, notice: Notice): Promise<SendOutcome>
  /** The registered devices, for the owner's view. */
  readonly devices: DevicesTable
  /** What became of the newest attempts, for the owner's view. */
  readonly deliveries: DeliveriesTable
  register(namespace: string, device: RegisterDeviceBody): void
  unregister(namespace: string, token: string): void
  /** @throws HubError 503 while browser push is switched off */
  vapidPublicKey(): Promise<string>
  /** @throws HubError 400 when the push service would be this machine or in its network */
  subscribe(namespace: string, subscription: BrowserSubscription): void
  unsubscribe(namespace: string, endpoint: string): void
  /** Sends a test to a subscribed browser. @throws HubError 404 */
  testBrowser(namespace: string, endpoint: string): Promise<SendOutcome>
  /** Forgets every device and browser: none of them may hear anything until it registers again. */
  forgetAll(): void
  /** What the owner should know of channels that are off. */
  diagnostics(): readonly PushDiagnostic[]
  /** Stops what is under way and hangs up; to be awaited before the database closes. */
  close(): Promise<void>
}

/** Builds push from the settings: transports, browser push, dispatcher and their tables. */
export function createPush(options: PushOptions): Push {
  const { settings, settingsFile, db, bus, clock, log, channels = [], env = process.env } = options
  const tables = {
    devices: new DevicesTable(db),
    subscriptions: new WebPushTable(db),
    deliveries: new DeliveriesTable(db),
  }
  const native = chooseTransports({ settings, settingsPath: settingsFile.path, env, clock })
  const browser = new BrowserPush({ settings, settingsFile, subject: env.VAPID_SUBJECT?.trim() || undefined })
  const dispatcher = new PushDispatcher({ native, browser, channels, tables, bus, clock, log })
  const diagnostics = [...native.diagnostics, ...browser.diagnostics]
  for (const { isProblem, message } of diagnostics) log[isProblem ? 'warn' : 'debug'](message)
  /** What became of a send is known although its log was lost with the commit, of which the database told. */
  const settled = async (send: Promise<SendOutcome>): Promise<SendOutcome> => {
    const outcome = await send
    await db.settled()?.catch(() => {})
    return outcome
  }
  return {
    dispatch: (notice) => dispatcher.dispatch(notice),
    dispatchCompletion: (completion) => dispatcher.dispatchCompletion(completion),
    dispatchTo: (device, notice) => settled(dispatcher.dispatchTo(device, notice)),
    devices: tables.devices,
    deliveries: tables.deliveries,
    register: (namespace, body) => tables.devices.register(newDevice(namespace, body), clock.now()),
    unregister: (namespace, token) => tables.devices.removeByToken(namespace, token),
    vapidPublicKey: () => browser.publicKey(),
    subscribe(namespace, body) {
      // Whoever may subscribe must not make the hub knock at doors that only it can reach.
      if (env.SVC_PUSH_PRIVATE_HOSTS !== 'true' && isPrivateHost(body.endpoint)) {
        throw new HubError(400, ERROR_TEXTS.invalidBody)
      }
      tables.subscriptions.subscribe(namespace, body, clock.now())
    },
    unsubscribe: (namespace, endpoint) => tables.subscriptions.removeByEndpoint(namespace, endpoint),
    async testBrowser(namespace, endpoint) {
      const subscribed = tables.subscriptions.ofNamespace(namespace)
      const target = subscribed.find((each) => each.endpoint === endpoint)
      if (!target) throw new HubError(404, 'Browser not found')
      return settled(dispatcher.dispatchToBrowser(target, testNotice(namespace)))
    },
    forgetAll() {
      tables.devices.removeAll()
      tables.subscriptions.removeAll()
    },
    diagnostics: () => diagnostics,
    async close() {
      await dispatcher.close()
      native.android?.close()
      native.ios?.close()
    },
  }
}

function newDevice(namespace: string, body: RegisterDeviceBody): NewDevice {
  const { deviceId, platform, token } = body
  const key = body.platform === 'wear' ? undefined : body.pushKey
  return {
    namespace,
    deviceId,
    platform,
    token: platform === 'ios' ? token.toLowerCase() : token,
    pushKey: key ? canonical(key) : null,
  }
}

/** With padding, and without bits that mean nothing. */
const canonical = (base64: string) => Buffer.from(base64, 'base64').toString('base64')
