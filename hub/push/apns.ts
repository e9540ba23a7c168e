import { ACCEPTED, dead, rejected, suppressed } from '../../contract/push.ts'
import { plainCode } from '../../providers/answer.ts'
import { ApnsClient, type ApnsClientOptions, type ApnsCredentials } from '../../providers/apns-client.ts'
import { collapseIdOf } from './composer.ts'
import { sealPayload } from './envelope.ts'
import type { Transport } from './transport.ts'

/** Sends envelopes to iOS with the operator's own credentials (spec: iOS delivery). */
export function iosDirectTransport(credentials: ApnsCredentials, options: ApnsClientOptions): Transport {
  const apns = new ApnsClient(credentials, options)
  return {
    name: 'ios-direct',
    async send(device, payload, signal) {
      if (device.pushKey === null) return suppressed('no-key')
      const envelope = sealPayload(payload, device.pushKey)
      if (envelope === undefined) return rejected('too-large')
      const { token } = device
      const answer = await apns.send({ token, envelope, collapseId: collapseIdOf(payload) }, signal)
      if (answer.accepted) return ACCEPTED
      const code = plainCode(answer.status, answer.reason)
      return answer.isTokenDead ? dead(code) : rejected(code)
    },
    close: () => apns.close(),
  }
}
