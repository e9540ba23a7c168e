import type { TFunction } from 'i18next'
import type { Delivery, DeliveryResult } from '../../../contract/owner.ts'

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
const NO_ANSWER = /^(network|timeout)|provider-(network|timeout)$/

/** What became of a notification, in words. */
export function deliveryText(
  { result, code }: { result: DeliveryResult; code: string | null },
  t: TFunction,
): string {
  if (result === 'accepted') return t('devices.result.accepted')
  // A provider's own word stands behind its HTTP status.
  const word = code?.split(' ').at(-1)?.toLowerCase()
  const known = KNOWN.find((each) => each === word)
  if (known) return t(`devices.result.${known}`)
  if (code !== null && NO_ANSWER.test(code)) return t('devices.result.unreachable')
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
    default:
      return channel
  }
}
