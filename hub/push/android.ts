import { ACCEPTED, type PushPayload, rejected } from '../../contract/push.ts'
import { plainCode } from '../../providers/answer.ts'
import { FcmClient, type FcmClientOptions, type FcmMessage } from '../../providers/fcm-client.ts'
import type { ServiceAccount } from '../../providers/fcm-credentials.ts'
import type { DeviceRecord } from '../store/devices.ts'
import type { Transport } from './transport.ts'

/**
 * Sends to phones and watches by FCM with the operator's own project (spec: Android delivery 1; reference:
 * Direct Android). The content is readable for the provider. No answer of FCM removes a device (spec:
 * Dead-token handling).
 */
export function androidDirectTransport(account: ServiceAccount, options: FcmClientOptions): Transport {
  const fcm = new FcmClient(account, options)
  return {
    name: 'android-direct',
    async send(device, payload, signal) {
      const answer = await fcm.send(messageFor(device, payload), signal)
      return answer.accepted ? ACCEPTED : rejected(plainCode(answer.status, answer.reason))
    },
    close() {},
  }
}

function messageFor({ platform, token }: DeviceRecord, payload: PushPayload): FcmMessage {
  const present = Object.entries(payload).filter(([, value]) => value !== undefined)
  return {
    token,
    data: Object.fromEntries(present.map(([key, value]) => [key, String(value)])),
    android: { priority: 'HIGH', ...(platform === 'wear' && { direct_boot_ok: true }) },
  }
}
