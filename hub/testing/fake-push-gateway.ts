import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface GatewayPost {
  path: string
  title: string
  desp: string
}

/** A chat push gateway: takes forms with `title` and `desp`. */
export class FakePushGateway {
  readonly origin: string
  readonly posts: GatewayPost[] = []
  /** What it answers. */
  status = 200
  body: unknown = { code: 0, message: '' }
  readonly #close: () => Promise<void>
  #waiting: ((post: GatewayPost) => void)[] = []

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin
    this.#close = close
  }

  static async open(): Promise<FakePushGateway> {
    const server = createServer(async (request, response) => {
      const form = new URLSearchParams(await text(request))
      gateway.#take({
        path: request.url ?? '',
        title: form.get('title') ?? '',
        desp: form.get('desp') ?? '',
      })
      response.writeHead(gateway.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(gateway.body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const gateway = new FakePushGateway(`http://127.0.0.1:${port}`, () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    })
    return gateway
  }

  /** The next post from now on. */
  next(): Promise<GatewayPost> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): Promise<void> {
    return this.#close()
  }

  #take(post: GatewayPost): void {
    this.posts.push(post)
    for (const resolve of this.#waiting.splice(0)) resolve(post)
  }
}
