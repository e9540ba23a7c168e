import {
  ACCEPTED,
  dead,
  RELAY_PUSH_PATH,
  RELAY_UNREGISTERED,
  RelayAnswer,
  type RelayPush,
  rejected,
  type SendOutcome,
  suppressed,
} from '../../contract/push.ts'
import { plainCode } from '../../providers/answer.ts'
import { type PostReply, postJson } from '../../providers/post.ts'
import type { DeviceRecord } from '../store/devices.ts'
import { collapseIdOf } from './composer.ts'
import { sealPayload } from './envelope.ts'
import type { Transport } from './transport.ts'

const PRIORITY = 10

/**
 * Sends encrypted envelopes through a push relay (spec: Relay protocol). It is told tokens and routing
 * only; devices without a key cannot be reached this way, and neither can watches.
 */
export function relayTransport(platform: 'android' | 'ios', relayUrl: string): Transport {
  const target = new URL(RELAY_PUSH_PATH, relayUrl.endsWith('/') ? relayUrl : `${relayUrl}/`)
  return {
    name: `${platform}-relay`,
    async send(device, payload, signal) {
      if (device.platform === 'wear') return suppressed('wear-needs-direct')
      if (device.pushKey === null) return suppressed('no-key')
      const envelope = sealPayload(payload, device.pushKey)
      if (envelope === undefined) return rejected('too-large')
      const request = requestFor(device, envelope, collapseIdOf(payload))
      return outcomeOf(await postJson(target, request, { signal }))
    },
    close() {},
  }
}

function requestFor({ platform, token }: DeviceRecord, envelope: string, collapseId: string): RelayPush {
  return platform === 'ios'
    ? { platform: 'ios', token, envelope, collapseId, priority: PRIORITY }
    : { platform: 'android', token, envelope, priority: PRIORITY }
}

function outcomeOf({ status, body }: PostReply): SendOutcome {
  const answer = RelayAnswer.safeParse(body).data
  if (status === 200 && answer?.ok === true) return ACCEPTED
  const code = plainCode(status, answer?.code)
  if (status === 410 && answer?.ok === false && answer.code === RELAY_UNREGISTERED) return dead(code)
  return rejected(code)
}
