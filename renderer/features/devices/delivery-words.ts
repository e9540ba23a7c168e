import type { TFunction } from 'i18next'
import type { Delivery, DeliveryResult, OwnerDevice } from '../../../contract/owner.ts'

/** The codes that have a sentence of their own. */
const KNOWN = [
  'not-wanted',
  'channel-off',
  'no-key',
  'wear-needs-direct',
  'too-large',
  'device-accepted',
  'none-subscribed',
  'closed',
  'unregistered',
  'baddevicetoken',
  'busy',
  'none-bound',
  'not-the-owner',
  'visible',
  'not-for-this-channel',
] as const

/** No answer came: the hub's words for it, and the relay's. */
const NO_ANSWER = /^(network|timeout|auth timeout)|provider-(network|timeout)$/

/** What providers and relays call what we have a sentence for. */
const SAME_AS: Readonly<Record<string, (typeof KNOWN)[number]>> = {
  payloadtoolarge: 'too-large',
  'provider-busy': 'busy',
  'rate-limited': 'busy',
}

const isForDevices = (channel: Delivery['channel'] | undefined) =>
  channel === undefined || /^(android|ios)/.test(channel)

/** What became of a notification, in words. */
export function deliveryText(
  { result, code, channel }: { result: DeliveryResult; code: string | null; channel?: Delivery['channel'] },
  t: TFunction,
): string {
  if (result === 'accepted') return t('devices.result.accepted')
  if (code !== null && NO_ANSWER.test(code)) return t('devices.result.unreachable')
  // A provider's own word stands behind its HTTP status.
  const word = code?.split(' ').at(-1)?.toLowerCase() ?? ''
  if (word === 'channel-off' && !isForDevices(channel)) return t('devices.result.way-off')
  const known = KNOWN.find((each) => each === (SAME_AS[word] ?? word))
  if (known) return t(`devices.result.${known}`)
  return t(`devices.result.${result}`, { code: code ?? '?' })
}

/** The way a notification went; ways this version does not know keep their own name. */
export function channelText(channel: Delivery['channel'], t: TFunction): string {
  switch (channel) {
    case 'android-direct':
    case 'android-relay':
    case 'ios-direct':
    case 'ios-relay':
    case 'browser':
    case 'toast':
    case 'messaging-bot':
    case 'push-gateway':
    case 'all':
      return t(`devices.channel.${channel}`)
    // Switched off, so neither directly nor by a relay.
    case 'android':
    case 'ios':
      return t(`devices.channel.${channel}-direct`)
    default:
      return channel
  }
}

/** As much of an id as tells two phones apart. */
const ID_LENGTH = 12

/** What kind of device it is, and as much of its id as tells two of them apart. */
export function deviceName(
  { platform, deviceId }: Pick<OwnerDevice, 'platform' | 'deviceId'>,
  t: TFunction,
): string {
  return `${t(`devices.platform.${platform}`)} ${deviceId.slice(0, ID_LENGTH)}`
}

/** For which device it was; a dash where it was for none. `devices`: those that are registered now. */
export function recipientText(
  { deviceId, platform, namespace }: Delivery,
  devices: readonly OwnerDevice[],
  t: TFunction,
): string {
  if (deviceId === null || platform === null) return '–'
  const name = deviceName({ deviceId, platform }, t)
  const isThere = devices.some(
    (device) =>
      device.deviceId === deviceId && device.platform === platform && device.namespace === namespace,
  )
  return isThere ? name : t('devices.gone', { device: name })
}
