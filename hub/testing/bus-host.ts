import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { EventBus } from '../realtime/bus.ts'
import { RawHttp } from './raw-http.ts'
import { SseClient, type SseClientOptions } from './sse-client.ts'

export interface Listening {
  namespace?: string
  all?: boolean
  sessionId?: string
  machineId?: string
  visibility?: 'visible' | 'hidden'
  cursor?: string | undefined
}

/** A real HTTP server whose every request joins the bus as its query says, without any checks. */
export class BusHost {
  /** Runs in the same turn as the join, before and after it. */
  beforeJoin: () => void = () => {}
  afterJoin: () => void = () => {}
  readonly responses: ServerResponse[] = []
  readonly #clients: SseClient[] = []
  #http: RawHttp | undefined

  static async serve(bus: EventBus): Promise<BusHost> {
    const host = new BusHost()
    host.#http = await RawHttp.serve((request, response) => {
      const { cursor, namespace = 'mine', visibility = 'hidden', ...filter } = listeningOf(request.url)
      host.responses.push(response)
      host.beforeJoin()
      bus.connect({
        namespace,
        filter: { all: false, ...filter },
        visibility,
        cursor,
        encoding: request.headers['accept-encoding'] === 'gzip' ? 'gzip' : 'identity',
        response,
      })
      host.afterJoin()
    })
    return host
  }

  /** A client that has received the headers of its stream. */
  async open(listening: Listening, options?: SseClientOptions): Promise<SseClient> {
    const path = `/?${encodeURIComponent(JSON.stringify(listening))}`
    const client = await SseClient.open(this.#http?.port ?? 0, path, options)
    this.#clients.push(client)
    return client
  }

  /** Has the client leave and waits until the hub has noticed. */
  async leave(client: SseClient): Promise<void> {
    const response = this.responses[this.#clients.indexOf(client)] as ServerResponse
    const gone = once(response, 'close')
    client.close()
    await gone
  }

  async close(): Promise<void> {
    await this.#http?.close()
  }
}

function listeningOf(url = ''): Listening {
  return JSON.parse(decodeURIComponent(url.slice(2)))
}
