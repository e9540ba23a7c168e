import { createHash } from 'node:crypto'
import {
  ACCEPTED,
  type Channel,
  type Completion,
  codeOf,
  type DeliveryEvent,
  type Notice,
  rejected,
  type SendOutcome,
  suppressed,
} from '../../contract/push.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { EventBus } from '../realtime/bus.ts'
import type { DeliveriesTable, NewDelivery } from '../store/deliveries.ts'
import type { DeviceRecord, DevicesTable } from '../store/devices.ts'
import type { SubscriptionRecord, WebPushTable } from '../store/web-push.ts'
import { composeBrowserPush, composePayload, composeToast } from './composer.ts'
import type { NativeTransports } from './modes.ts'
import { SendSlots } from './send-slots.ts'
import { failureCode } from './transport.ts'
import type { BrowserPush } from './web-push.ts'

export interface DispatcherOptions {
  native: NativeTransports
  browser: Pick<BrowserPush, 'send'>
  channels: readonly Channel<AbortSignal>[]
  tables: { devices: DevicesTable; subscriptions: WebPushTable; deliveries: DeliveriesTable }
  bus: Pick<EventBus, 'toast' | 'hasVisible'>
  clock: Clock
  log: Log
}

/** What the log says of a notice, and what is asked before each send of it. */
interface Told extends Pick<Notice, 'namespace' | 'sessionId' | 'isTest' | 'isStillWanted'> {
  readonly type: DeliveryEvent
}

/** One notice on its way. */
interface Dispatch<What extends Told = Told> {
  readonly id: string
  readonly notice: What
}

/** Whom an attempt was for; fields that do not apply are absent. */
type Target = Pick<NewDelivery, 'channel'> &
  Partial<Pick<NewDelivery, 'deviceId' | 'platform'>> & { token?: string }

/** Enough to tell tokens apart, too little to say anything of them. */
export const shortHash = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 10)

/**
 * Takes a notice to everybody it is for: all devices of the namespace at once; then, if no provider
 * accepted it for any of them, toasts on the visible connections, or else the namespace's browsers; and the
 * other channels in any case (spec: What the service does, Visibility reporting). Each attempt is made once
 * and recorded.
 */
export class PushDispatcher {
  readonly #parts: DispatcherOptions
  readonly #slots = new Map<string, SendSlots>()
  readonly #underWay = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(parts: DispatcherOptions) {
    this.#parts = parts
  }

  /** Resolves when every attempt has ended; never rejects. */
  dispatch(notice: Notice): Promise<void> {
    return this.#whole(() => this.#dispatch({ id: newId(), notice }))
  }

  /** Takes it to the channels that ask for it; resolves when every attempt has ended, never rejects. */
  dispatchCompletion(completion: Completion): Promise<void> {
    return this.#whole(() => this.#complete({ id: newId(), notice: completion }))
  }

  /** Takes a notice to one device only, for a test by the owner. */
  async dispatchTo(device: DeviceRecord, notice: Notice): Promise<SendOutcome> {
    if (this.#isClosed) return suppressed('closed')
    return this.#tracked(this.#toDevice({ id: newId(), notice }, device))
  }

  /** Takes a notice to one browser only, for a test by whoever sits before it. */
  async dispatchToBrowser(browser: SubscriptionRecord, notice: Notice): Promise<SendOutcome> {
    if (this.#isClosed) return suppressed('closed')
    return this.#tracked(this.#toBrowser({ id: newId(), notice }, browser))
  }

  /** Stops what is under way; resolves when all of it has ended and is recorded. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const slots of this.#slots.values()) slots.close()
    await Promise.allSettled(this.#underWay)
  }

  async #whole(work: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#tracked(work())
    } catch (error) {
      this.#parts.log.error('A notice could not be dispatched', { error })
    }
  }

  async #tracked<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    try {
      return await work
    } finally {
      this.#underWay.delete(work)
    }
  }

  async #complete(dispatch: Dispatch<Completion>): Promise<void> {
    const attempts = this.#parts.channels.map(async (channel) => {
      const send = channel.sendCompletion?.bind(channel)
      if (!send) return
      await this.#attempt(dispatch, { channel: channel.name }, (signal) => send(dispatch.notice, signal))
    })
    await Promise.all(attempts)
  }

  async #dispatch(dispatch: Dispatch<Notice>): Promise<void> {
    if (!isWanted(dispatch.notice)) {
      this.#record(dispatch, { channel: 'all' }, suppressed('not-wanted'))
      return
    }
    await Promise.all([
      this.#toDevicesThenWeb(dispatch),
      ...this.#parts.channels.map((channel) =>
        this.#attempt(dispatch, { channel: channel.name }, (signal) => channel.send(dispatch.notice, signal)),
      ),
    ])
  }

  async #toDevicesThenWeb(dispatch: Dispatch<Notice>): Promise<void> {
    const devices = this.#parts.tables.devices.ofNamespace(dispatch.notice.namespace)
    const outcomes = await Promise.all(devices.map((device) => this.#toDevice(dispatch, device)))
    if (outcomes.some(({ result }) => result === 'accepted')) {
      this.#record(dispatch, { channel: 'browser' }, suppressed('device-accepted'))
      return
    }
    if (!isWanted(dispatch.notice)) {
      this.#record(dispatch, { channel: 'browser' }, suppressed('not-wanted'))
      return
    }
    if (!this.#toast(dispatch)) await this.#toBrowsers(dispatch)
  }

  /** Whether any visible connection shows it. */
  #toast(dispatch: Dispatch<Notice>): boolean {
    const { bus } = this.#parts
    const { notice } = dispatch
    if (!bus.hasVisible(notice.namespace)) return false
    if (bus.toast(notice.namespace, composeToast(notice)) === 0) return false
    this.#record(dispatch, { channel: 'toast' }, ACCEPTED)
    return true
  }

  async #toDevice(dispatch: Dispatch<Notice>, device: DeviceRecord): Promise<SendOutcome> {
    const { native, tables, log } = this.#parts
    const { deviceId, platform, token } = device
    const family = platform === 'ios' ? 'ios' : 'android'
    const transport = native[family]
    const target = { channel: transport?.name ?? family, deviceId, platform, token }
    if (!transport) {
      const outcome = suppressed('channel-off')
      this.#record(dispatch, target, outcome)
      return outcome
    }
    const payload = composePayload(dispatch.notice)
    const outcome = await this.#attempt(dispatch, target, (signal) => transport.send(device, payload, signal))
    if (this.#prunes(outcome, () => tables.devices.removeRegistration(device))) {
      log.info('Removed a device whose token is dead', {
        platform,
        device: shortHash(token),
        answer: codeOf(outcome),
      })
    }
    return outcome
  }

  async #toBrowsers(dispatch: Dispatch<Notice>): Promise<void> {
    const { tables } = this.#parts
    const browsers = tables.subscriptions.ofNamespace(dispatch.notice.namespace)
    if (browsers.length === 0) this.#record(dispatch, { channel: 'browser' }, suppressed('none-subscribed'))
    await Promise.all(browsers.map((browser) => this.#toBrowser(dispatch, browser)))
  }

  async #toBrowser(dispatch: Dispatch<Notice>, subscription: SubscriptionRecord): Promise<SendOutcome> {
    const { browser, tables, log } = this.#parts
    const target = { channel: 'browser', token: subscription.endpoint }
    const message = composeBrowserPush(dispatch.notice)
    const outcome = await this.#attempt(dispatch, target, (signal) =>
      browser.send(subscription, message, signal),
    )
    if (this.#prunes(outcome, () => tables.subscriptions.removeSubscription(subscription))) {
      log.info('Removed a browser that no longer takes pushes', { browser: shortHash(subscription.endpoint) })
    }
    return outcome
  }

  /** One send within the channel's bounds; one that fails must not stop the others, so failing is an outcome. */
  async #attempt(
    dispatch: Dispatch,
    target: Target,
    send: (signal: AbortSignal) => Promise<SendOutcome>,
  ): Promise<SendOutcome> {
    let outcome: SendOutcome
    try {
      outcome = await this.#slotsOf(target.channel).run(async (signal) =>
        // It may have waited for its turn.
        isWanted(dispatch.notice) ? send(signal) : suppressed('not-wanted'),
      )
    } catch (error) {
      const code = failureCode(error)
      const { channel } = target
      if (code === undefined) this.#parts.log.error('A push channel failed unexpectedly', { channel, error })
      outcome = rejected(code ?? 'failed')
    }
    this.#record(dispatch, target, outcome)
    return outcome
  }

  #slotsOf(channel: string): SendSlots {
    let slots = this.#slots.get(channel)
    if (!slots) {
      slots = new SendSlots(this.#parts.clock)
      this.#slots.set(channel, slots)
    }
    return slots
  }

  /** Whether the outcome ends a registration, and `remove` did remove it. */
  #prunes(outcome: SendOutcome, remove: () => boolean): boolean {
    if (outcome.result !== 'rejected' || !outcome.prune) return false
    try {
      return remove()
    } catch (error) {
      // It is found dead again next time; others still wait for this notice.
      this.#parts.log.error('A dead registration could not be removed', { error })
      return false
    }
  }

  /** A log that cannot be written is no reason not to tell anybody. */
  #record(
    { id, notice }: Dispatch,
    { channel, deviceId, platform, token }: Target,
    outcome: SendOutcome,
  ): void {
    const { tables, clock, log } = this.#parts
    try {
      tables.deliveries.record({
        at: clock.now(),
        dispatchId: id,
        namespace: notice.namespace,
        channel,
        deviceId: deviceId ?? null,
        platform: platform ?? null,
        tokenHash: token === undefined ? null : shortHash(token),
        event: notice.isTest ? 'test' : notice.type,
        sessionId: notice.sessionId,
        result: outcome.result,
        code: codeOf(outcome),
      })
    } catch (error) {
      log.error('The delivery log could not be written', { channel, result: outcome.result, error })
    }
  }
}

const isWanted = ({ isStillWanted }: Told) => isStillWanted?.() ?? true
