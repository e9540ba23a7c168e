import { RelayPush } from '../../../contract/push.ts'
import { HttpProvider } from '../../../providers/testing/http-provider.ts'
import { type Behaviour, Inbox, Script } from '../../../providers/testing/script.ts'

const CODES: Record<number, string> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'not-found',
  410: 'unregistered',
  413: 'too-large',
  429: 'rate-limited',
  500: 'internal',
  501: 'not-configured',
}

/** A push relay: `POST /v1/push`, which refuses what the protocol does not allow. */
export class FakeRelay {
  readonly received = new Inbox<RelayPush>()
  readonly script = new Script<Behaviour>(200)
  #http: HttpProvider | undefined

  static async start(): Promise<FakeRelay> {
    const relay = new FakeRelay()
    relay.#http = await HttpProvider.serve(({ method, path, body }) => {
      if (method !== 'POST' || path !== '/v1/push') return { status: 404, body: { ok: false } }
      relay.received.add(RelayPush.parse(JSON.parse(body.toString())))
      const behaviour = relay.script.take()
      if (typeof behaviour !== 'number') return behaviour
      const isOk = behaviour === 200
      return { status: behaviour, body: isOk ? { ok: true } : { ok: false, code: CODES[behaviour] } }
    })
    return relay
  }

  get http(): HttpProvider {
    return this.#http as HttpProvider
  }

  /** For `iosPushRelayUrl`. */
  get url(): string {
    return this.http.origin
  }

  close(): Promise<void> {
    return this.http.close()
  }
}
