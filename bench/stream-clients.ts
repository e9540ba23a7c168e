import http from 'node:http'
import zlib from 'node:zlib'

/** Many readers of one event stream; each decodes what it gets and counts the frames that match. */
export class StreamClients {
  readonly #requests: http.ClientRequest[] = []
  #received = 0
  #wake: (() => void) | undefined

  /** Frames all readers together have decoded. */
  get received(): number {
    return this.#received
  }

  /** Opens `count` gzip streams, one after the other, and waits for the first frame of each. */
  async open(url: string, headers: Record<string, string>, count: number, marker: string): Promise<void> {
    for (let i = 0; i < count; i++) await this.#openOne(url, headers, marker)
  }

  /** Waits until `total` matching frames have arrived. */
  async until(total: number): Promise<void> {
    while (this.#received < total) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
  }

  close(): void {
    for (const request of this.#requests) request.destroy()
  }

  #openOne(url: string, headers: Record<string, string>, marker: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request = http.get(
      url,
      { agent: false, headers: { ...headers, 'accept-encoding': 'gzip' } },
      (response) => {
        const decoder = zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH })
        let rest = ''
        decoder.on('data', (chunk: Buffer) => {
          resolve()
          const frames = (rest + chunk.toString('utf8')).split('\n\n')
          rest = frames.pop() ?? ''
          for (const frame of frames) if (frame.includes(marker)) this.#received += 1
          this.#wake?.()
        })
        // A stream that we close ourselves ends in the middle of a block.
        decoder.on('error', () => {})
        response.on('error', () => {})
        response.pipe(decoder)
      },
    )
    request.on('error', reject)
    this.#requests.push(request)
    return promise
  }
}
