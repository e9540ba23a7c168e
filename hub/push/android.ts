import { ACCEPTED, type PushPayload, rejected } from '../../contract/push.ts'
import { plainCode } from '../../providers/answer.ts'
import {
  FCM_DATA_MAX_BYTES,
  FcmClient,
  type FcmClientOptions,
  type FcmMessage,
} from '../../providers/fcm-client.ts'
import type { ServiceAccount } from '../../providers/fcm-credentials.ts'
import type { DeviceRecord } from '../store/devices.ts'
import { everSmaller } from './composer.ts'
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
      const data = fittingData(payload)
      if (data === undefined) return rejected('too-large')
      const answer = await fcm.send(messageFor(device, data), signal)
      return answer.accepted ? ACCEPTED : rejected(plainCode(answer.status, answer.reason))
    },
    close() {},
  }
}

/** As much of the payload as FCM takes, left out in the order of an envelope; undefined when nothing fits. */
function fittingData(payload: PushPayload): FcmMessage['data'] | undefined {
  // FCM counts names and values; their JSON is a little more than that.
  return everSmaller(payload)
    .map(stringsOf)
    .find((data) => Buffer.byteLength(JSON.stringify(data)) <= FCM_DATA_MAX_BYTES)
}

function stringsOf(payload: PushPayload): FcmMessage['data'] {
  const present = Object.entries(payload).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([key, value]) => [key, String(value)]))
}

function messageFor({ platform, token }: DeviceRecord, data: FcmMessage['data']): FcmMessage {
  return {
    token,
    data,
    android: { priority: 'HIGH', ...(platform === 'wear' && { direct_boot_ok: true }) },
  }
}
