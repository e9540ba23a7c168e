import http from 'node:http'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  /** Body of the request with this number. */
  body?: (index: number) => string
}

/** A keep-alive HTTP client that reads answers to their end without decoding them. */
export class HttpLoad {
  readonly #origin: URL
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 32 })

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  /** Sends `count` requests, `concurrency` at a time. @throws on any answer but 200. */
  async run(request: LoadRequest, count: number, concurrency: number): Promise<number> {
    let next = 0
    const worker = async () => {
      while (next < count) await this.#send(request, next++)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return count
  }

  /** One request; resolves with the body as text. */
  async text(request: LoadRequest): Promise<string> {
    return (await this.#send(request, 0)).toString('utf8')
  }

  close(): void {
    this.#agent.destroy()
  }

  #send({ method, path, headers, body }: LoadRequest, index: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const content = body?.(index)
    const request = http.request(
      {
        host: this.#origin.hostname,
        port: this.#origin.port,
        agent: this.#agent,
        method,
        path,
        headers: {
          ...headers,
          ...(content !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const answer = Buffer.concat(chunks)
          if (response.statusCode === 200) resolve(answer)
          else
            reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.toString('utf8', 0, 200)}`))
        })
      },
    )
    request.on('error', reject)
    request.end(content)
    return promise
  }
}
