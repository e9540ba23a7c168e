import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP connection between browser and hub that can be broken in the ways networks break. */
export class FlakyNetwork {
  readonly origin: string
  readonly #port: number
  readonly #hubPort: number
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #losesAnswers = false

  private constructor(server: Server, hubPort: number) {
    this.#server = server
    this.#hubPort = hubPort
    this.#port = (server.address() as AddressInfo).port
    this.origin = `http://127.0.0.1:${this.#port}`
    server.on('connection', (socket) => this.#join(socket))
  }

  static async before(hubOrigin: string): Promise<FlakyNetwork> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FlakyNetwork(server, Number(new URL(hubOrigin).port))
  }

  /** Breaks every connection in the middle of whatever it carries, and refuses new ones. */
  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server.close(), 'close')
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** From now on the hub hears the browser, but nothing comes back. */
  loseAnswers(): void {
    this.#losesAnswers = true
  }

  /** Everything works again. */
  async restore(): Promise<void> {
    this.#losesAnswers = false
    if (this.#server) return
    this.#server = createServer((socket) => this.#join(socket)).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  #join(browser: Socket): void {
    const hub = connect(this.#hubPort, '127.0.0.1')
    const end = () => {
      browser.destroy()
      hub.destroy()
    }
    for (const socket of [browser, hub]) {
      this.#sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        end()
      })
    }
    browser.on('data', (chunk) => hub.write(chunk))
    hub.on('data', (chunk) => {
      if (!this.#losesAnswers) browser.write(chunk)
    })
  }
}
