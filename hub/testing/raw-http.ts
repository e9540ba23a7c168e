import { createServer, type IncomingHttpHeaders, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** As sent, before any decoding. */
  bytes: Buffer
  text: string
}

export interface HttpInput {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A server on port 0 of 127.0.0.1, and requests to it that carry exactly the headers a test names. */
export class RawHttp {
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async serve(listener: RequestListener): Promise<RawHttp> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new RawHttp(server)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  send(path: string, { method = 'GET', headers = {}, body }: HttpInput = {}): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: this.port, path, method, headers }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const isGzip = incoming.headers['content-encoding'] === 'gzip' && bytes.length > 0
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            text: (isGzip ? gunzipSync(bytes) : bytes).toString('utf8'),
          })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }
}
