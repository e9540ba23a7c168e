import { ENVELOPE_VERSION, GENERIC_PUSH_BODY, type RelayPush, SERVICE_NAME } from '../contract/push.ts'
import type { ApnsPush } from '../providers/apns-client.ts'
import type { FcmMessage } from '../providers/fcm-client.ts'

export type AndroidPush = Extract<RelayPush, { platform: 'android' }>
export type IosPush = Extract<RelayPush, { platform: 'ios' }>

/** Data only: no notification, no collapse key, the provider's default TTL (spec: Android delivery 2). */
export function androidMessage({ token, envelope, priority }: AndroidPush, packageName: string): FcmMessage {
  return {
    token,
    data: { svc_v: String(ENVELOPE_VERSION), svc_e: envelope },
    android: { priority: priority === 5 ? 'NORMAL' : 'HIGH', restricted_package_name: packageName },
  }
}

/** A generic alert that the device's extension replaces by what it decrypts (spec: iOS delivery). */
export function iosPush({ token, envelope, collapseId }: IosPush): ApnsPush {
  return {
    token,
    collapseId,
    payload: {
      aps: {
        alert: { title: SERVICE_NAME, body: GENERIC_PUSH_BODY },
        'mutable-content': 1,
        sound: 'default',
      },
      svc: { v: ENVELOPE_VERSION, e: envelope },
    },
  }
}
