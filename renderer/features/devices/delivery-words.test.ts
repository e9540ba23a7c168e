import i18next from 'i18next'
import { expect, it } from 'vitest'
import { enPairing } from '../../i18n/en-pairing.ts'
import { channelText, deliveryText, recipientText } from './delivery-words.ts'

const i18n = i18next.createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: enPairing } } })
const { t } = i18n

it.each([
  ['accepted', null, 'passed on to the notification service'],
  ['rejected', '410 unregistered', 'refused, the app is not installed there any more'],
  ['rejected', '410 Unregistered', 'refused, the app is not installed there any more'],
  ['rejected', '404 UNREGISTERED', 'refused, the app is not installed there any more'],
  ['rejected', '400 BadDeviceToken', 'refused, the app is not installed there any more'],
  ['suppressed', 'channel-off', 'not sent, notifications for this kind of phone are switched off'],
  ['rejected', 'network ECONNREFUSED', 'not sent, the notification service could not be reached'],
  ['rejected', 'timeout', 'not sent, the notification service could not be reached'],
  ['rejected', '502 provider-timeout', 'not sent, the notification service could not be reached'],
  ['rejected', 'busy', 'not sent, too many were waiting'],
  ['rejected', '429 QUOTA_EXCEEDED', 'refused by the notification service (429 QUOTA_EXCEEDED)'],
  ['rejected', 'network closed', 'not sent, the notification service could not be reached'],
  ['rejected', 'auth timeout', 'not sent, the notification service could not be reached'],
  ['rejected', '413 PayloadTooLarge', 'not sent, it was too large'],
  ['rejected', '429 provider-busy', 'not sent, too many were waiting'],
  ['suppressed', 'visible', 'not needed, the hub was on a screen'],
  ['suppressed', 'full-moon', 'not sent (full-moon)'],
] as const)('says of %s %s: %s', (result, code, text) => {
  expect(deliveryText({ result, code }, t)).toBe(text)
})

it.each([
  ['android', 'not sent, notifications for this kind of phone are switched off'],
  ['ios-relay', 'not sent, notifications for this kind of phone are switched off'],
  ['messaging-bot', 'not sent, this way is switched off'],
  ['push-gateway', 'not sent, this way is switched off'],
])('says what is switched off: %s', (channel, text) => {
  expect(deliveryText({ result: 'suppressed', code: 'channel-off', channel }, t)).toBe(text)
})

it('names the device it was for, also one that is gone', () => {
  const device = { deviceId: '0123456789abcdef', platform: 'phone', namespace: 'default' } as const
  const told = { ...device, id: 1 } as never
  expect([
    recipientText(told, [device as never], t),
    recipientText(told, [], t),
    recipientText({ ...device, deviceId: null, platform: null } as never, [], t),
  ]).toEqual(['Android phone 0123456789ab', 'Android phone 0123456789ab (removed)', '–'])
})

it('names a family that is switched off', () => {
  expect([channelText('android', t), channelText('ios', t)]).toEqual(['Android', 'iPhone'])
})

it('keeps the name of a way it does not know', () => {
  expect([channelText('ios-relay', t), channelText('pigeon', t)]).toEqual(['iPhone, by relay', 'pigeon'])
})
